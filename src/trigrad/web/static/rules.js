// The rules beside the board, open at the chapter that the table asks about. In a first game they open by themselves
// where there is room for both, until somebody has closed them.

const WIDE = "(min-width: 75rem) and (min-height: 31rem)";
const CLOSED = `rules closed ${location.pathname}`;

const rulesSheet = () => document.getElementById("sheet-rules");
const chapter = () => document.getElementById("shown")?.dataset.chapter;
let opened = null; // the chapter that is shown

function turnTo(wanted) {
  const heading = wanted && rulesSheet().querySelector(`#rules-${CSS.escape(wanted)}`);
  if (!heading) return;
  opened = wanted;
  const header = rulesSheet().querySelector("header");
  rulesSheet().scrollTop += heading.getBoundingClientRect().top - header.getBoundingClientRect().bottom;
}

document.addEventListener("htmx:after:swap", () => {
  if (rulesSheet()?.matches(":popover-open") && chapter() !== opened) turnTo(chapter());
});

document.addEventListener("toggle", ({ target, newState }) => {
  if (target !== rulesSheet()) return;
  if (newState === "open") {
    opened = null;
    document.getElementById("site-nav").hidePopover();
  } else sessionStorage.setItem(CLOSED, "yes");
}, true);

document.addEventListener("DOMContentLoaded", () => {
  const learns = "learner" in (document.getElementById("shown")?.dataset ?? {});
  if (learns && matchMedia(WIDE).matches && !sessionStorage.getItem(CLOSED)) rulesSheet()?.showPopover();
});
