// At a table: only what has changed is fetched; a choice shows what it would bring before it is made.

const PAUSE = 150; // ms that a pointer rests on a thing before it is asked what that would bring

// --- Parts ---------------------------------------------------------------------------

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const parts = [...document.querySelectorAll("[data-digest]")].map((part) => `${part.id.slice(5)}:${part.dataset.digest}`);
  ctx.request.headers["X-Parts"] = parts.join(",");
  ctx.request.headers["X-Form"] = document.getElementById("stage").dataset.form;
});

// --- Choosing ------------------------------------------------------------------------

/** The button that makes a choice, if something of one was touched. */
const choiceAt = (target) => target.closest?.('button[form="choose"][name="action"]:not(.undo)');

const twice = () => {
  const wanted = document.documentElement.dataset.confirmation ?? "touch";
  return wanted === "always" || (wanted === "touch" && matchMedia("(pointer: coarse)").matches);
};

let chosen = null; // the notation that a first tap has picked
let asked = null; // the one whose effect is shown
let timer = 0;

document.addEventListener(
  "click",
  (event) => {
    const button = choiceAt(event.target);
    if (!button) return chosen !== null && !event.target.closest?.("#prompt") ? choose(null) : undefined;
    if (!twice() || button.matches(".at-once, .go") || button.value === chosen) return;
    event.preventDefault();
    event.stopPropagation();
    choose(button);
  },
  true,
);

function choose(button) {
  chosen = button?.value ?? null;
  for (const each of document.querySelectorAll("[data-chosen]")) delete each.dataset.chosen;
  const confirm = document.getElementById("confirm");
  confirm?.replaceChildren();
  if (confirm) confirm.hidden = !button;
  show(chosen);
  if (!button) return;
  for (const each of document.querySelectorAll(`button[form="choose"][value="${CSS.escape(chosen)}"]`)) each.dataset.chosen = "";
  const go = button.cloneNode();
  go.className = "act go";
  go.removeAttribute("style");
  go.textContent = `✓ ${button.getAttribute("aria-label")}`;
  confirm?.append(go);
}

/** Show what a thing that cannot be chosen now would bring: what lies ready on the board for it, and its words. */
function read(thing) {
  asked = thing.dataset.shows;
  reveal(asked);
  const line = document.getElementById("effect");
  if (!line) return;
  line.textContent = thing.dataset.words;
  line.hidden = false;
}

const reveal = (notation) => {
  for (const each of document.querySelectorAll("[data-for]")) each.classList.toggle("shown", each.dataset.for === notation);
};

/** Show what a choice would bring: what lies ready on the board for it, and its effect in words. */
async function show(notation) {
  asked = notation;
  reveal(notation);
  const line = document.getElementById("effect");
  if (!line) return;
  line.hidden = true;
  if (notation === null || document.documentElement.dataset.effects === "hidden") return;
  const form = document.getElementById("choose");
  const query = new URLSearchParams([...new FormData(form), ["action", notation]]);
  const effect = await textAt(`${form.dataset.effect}?${query}`);
  if (asked !== notation) return;
  line.innerHTML = effect; // escaped by the server
  line.hidden = !line.textContent.trim();
}

/** What the server answers, or nothing where it does not. */
async function textAt(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}

const rest = (target) => {
  clearTimeout(timer);
  const button = target && choiceAt(target);
  const thing = target?.closest?.("[data-shows]");
  timer = setTimeout(() => (thing ? read(thing) : show(button?.isConnected ? button.value : chosen)), PAUSE);
};
document.addEventListener("mouseover", ({ target }) => rest(target));
document.addEventListener("focusin", ({ target }) => target.matches?.(":focus-visible") && (choiceAt(target) || target.dataset.shows) && rest(target));
document.addEventListener("htmx:after:swap", () => choose(null));
document.addEventListener("keydown", (event) => event.key === "Escape" && choose(null));
