// Whoever chooses with the keyboard presses a button that is gone afterwards: they go on from the question. The link past
// the header leads to the first choice that lies on the table.

let focused = null;

document.addEventListener("focusin", (event) => {
  focused = event.target;
});

document.addEventListener("htmx:after:swap", () => {
  if (document.activeElement === document.body && focused && !focused.isConnected) {
    document.getElementById("prompt")?.focus({ preventScroll: true });
  }
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.('a[href="#prompt"]')) return;
  const choices = [...document.querySelectorAll('button[form="choose"][name="action"]')];
  const first = choices.find((each) => each.checkVisibility({ visibilityProperty: true }));
  if (!first) return;
  event.preventDefault();
  first.focus();
});
