// Copying and sharing what stands in a field: <button data-copy="id"> and <button data-share="id">, hidden without this
// script, and the second one where the system has no sheet to share with.

const SHOWN = 2000; // ms that a button says what it has done

function prepare() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // over plain HTTP there is no clipboard to write to
    if (!document.execCommand("copy")) return;
  }
  const words = button.textContent;
  if (words === button.dataset.done) return;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = words), SHOWN);
}

async function share(button) {
  const { value: url } = document.getElementById(button.dataset.share);
  try {
    await navigator.share({ title: button.dataset.title, url });
  } catch {
    // the sheet was closed again
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy], [data-share]");
  if (button?.dataset.copy) copy(button);
  else if (button) share(button);
});
document.addEventListener("htmx:after:swap", prepare);
prepare();
