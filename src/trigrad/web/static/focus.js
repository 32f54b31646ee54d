// Whoever chooses with the keyboard presses a button that is gone afterwards: they go on from the question.

let focused = null;

document.addEventListener("focusin", (event) => {
  focused = event.target;
});

document.addEventListener("htmx:after:swap", () => {
  if (document.activeElement === document.body && focused && !focused.isConnected) {
    document.getElementById("prompt")?.focus({ preventScroll: true });
  }
});
