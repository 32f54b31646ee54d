"use strict";

// Stepping through the game: arrow keys, Home and End, the slider, and all links that say data-at. Each position is
// fetched as a change of the page's parts, and stands in the address, so that it can be sent to somebody. However far one
// steps, the browser's "back" leads to where one began.

{
  const shown = () => document.getElementById("shown").dataset;
  const last = () => Number(shown().last);
  const present = () => Number(shown().at ?? shown().last);
  const seen = () => document.getElementById("seen-as").value;

  let wanted = null; // the newest position asked for while another one is on its way
  let busy = false;

  async function go(number, seat, hands, isBack = false) {
    wanted = { at: Math.min(Math.max(number, 0), last()), seat, hands: hands ?? document.getElementById("hands")?.value, isBack };
    if (busy) return;
    busy = true;
    while (wanted) {
      const asked = wanted;
      await fetchPosition(asked);
      if (wanted === asked) wanted = null;
    }
    busy = false;
  }

  async function fetchPosition({ at, seat = seen(), hands, isBack }) {
    const query = new URLSearchParams();
    if (Number(seat) >= 0) query.set("as", seat);
    if (at < last()) query.set("at", at);
    if (at < last() && hands) query.set("hands", hands);
    await htmx.ajax("GET", `${location.pathname}/live?${query}`, { target: "#table", swap: "innerMorph" });
    keepAddress(query, seat, isBack);
  }

  function keepAddress(query, seat, isBack) {
    const address = `${location.pathname}${query.size ? `?${query}` : ""}`;
    const isPast = query.has("at");
    const begun = history.state?.stepped;
    if (isPast && !begun && !isBack) history.pushState({ stepped: { seat, fromNow: !addressed().has("at") } }, "", address);
    else if (!isPast && begun?.fromNow && begun.seat === seat) history.back();
    else history.replaceState(history.state, "", address);
  }

  const addressed = () => new URLSearchParams(location.search);

  addEventListener("popstate", () => {
    const query = addressed();
    const seat = query.get("as") ?? undefined;
    const at = query.has("at") ? Number(query.get("at")) : last();
    if (at !== present() || (seat ?? seen()) !== seen()) go(at, seat, query.get("hands") ?? "", true);
  });

  // --- Again what has happened since the reader's last choice, choice by choice -----------------------------------

  const STEP = 700; // ms for which each is seen, at the usual pace
  const WHOLE = 8000; // ms for all of them
  const PACES = { off: 1, fast: 0.5, normal: 1, slow: 2 };
  let replay = 0; // number of the one that goes on; whoever does anything else ends it

  async function replayFrom(start) {
    const mine = ++replay;
    const pause = Math.min(STEP * PACES[document.documentElement.dataset.pace ?? "normal"], WHOLE / (last() - start));
    for (let at = start; at <= last() && replay === mine; at++) {
      await go(at);
      if (at < last()) await new Promise((resume) => setTimeout(resume, pause));
    }
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-replay]");
    if (button) replayFrom(Number(button.dataset.replay));
  });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => replay++, true);

  // --- Wherever the reader asks for ---------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-at], a[data-back]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if ("back" in link.dataset) go(present() - 1);
    else go(Number(link.dataset.at), new URL(link.href).searchParams.get("as") ?? undefined, link.dataset.hands);
    if (link.dataset.hands) showPlayers();
  });

  /** Where the players lie in a sheet, as on a phone: open it, since that is where their hands are. */
  function showPlayers() {
    const sheet = document.getElementById("sheet-players");
    if (sheet && !sheet.checkVisibility()) sheet.showPopover();
  }

  document.addEventListener("input", ({ target }) => {
    if (target.id === "moment") go(Number(target.value));
  });

  const keys = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: () => last() };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!(key in keys) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.matches?.("input, textarea, select, [contenteditable]") || target.closest?.("[popover]")) return;
    if (document.getElementById("stage").dataset.form === "lobby") return;
    event.preventDefault();
    go(keys[key](wanted?.at ?? present()));
  });
}
