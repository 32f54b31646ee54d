"use strict";

// Says at once when the server cannot be reached, and tries again by itself, or when asked. A choice that did not arrive,
// or whose answer did not, is kept: the table is asked for first, and the choice is sent again only if the table is still
// where it was made. Besides, the server takes a choice for one version of a table once.

{
  const SLOW = 1000; // ms after which a choice that is not answered is said to be on its way
  const SHORTEST = 1000; // ms until the next try; longer each time
  const LONGEST = 30_000;

  const bar = document.getElementById("connection");
  const [words] = bar.getElementsByTagName("p");
  const [again] = bar.getElementsByTagName("button");

  let trouble = ""; // what is the matter, in words
  let kept = null; // the choice that may not have arrived: action, seat, version
  let delay = SHORTEST;
  let retrying = 0;
  let slow = 0;

  function show(isSending = false) {
    const { offline, keeps, sending } = bar.dataset;
    const matter = navigator.onLine ? trouble : offline;
    const said = matter ? [matter, kept ? keeps : ""] : [isSending ? sending : ""];
    const text = said.join(" ").trim();
    if (words.textContent !== text) words.textContent = text;
    bar.classList.toggle("shown", text !== "");
    again.hidden = !matter;
  }

  // --- What comes back --------------------------------------------------------------------

  const isChoice = (ctx) => ctx.sourceElement.id === "choose";
  const isOfTable = (ctx) => ctx.target?.id === "table";

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (isOfTable(ctx) && ctx.sourceElement.id !== "ask-hint") ctx.request.timeout = Number(bar.dataset.patience);
  });

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!isChoice(ctx)) return;
    const { action, seat, version } = Object.fromEntries(ctx.request.body);
    kept = { action, seat, version };
    clearTimeout(slow);
    slow = setTimeout(() => show(true), SLOW);
  });

  /** Whether an answer tells of a server's failure instead of the table. */
  const hasFailed = ({ response: { status }, text }) => (status >= 500 || status === 408) && !/<hx-partial|id="stage"/.test(text);

  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!isOfTable(ctx)) return;
    if (hasFailed(ctx)) {
      event.preventDefault(); // the table stays as it is
      failed(reasonIn(ctx.text));
    } else worked(ctx);
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && isOfTable(ctx) && failed(bar.dataset.lost));

  /** Why the server has failed, where it says so in words that are meant for readers. */
  function reasonIn(text) {
    const told = new DOMParser().parseFromString(text, "text/html").querySelector(".notice.error");
    return told?.textContent ?? bar.dataset.failed;
  }

  function failed(matter) {
    clearTimeout(slow);
    trouble = matter;
    show();
    clearTimeout(retrying);
    retrying = setTimeout(look, delay);
    delay = Math.min(LONGEST, delay * 2);
  }

  function worked(ctx) {
    clearTimeout(slow);
    clearTimeout(retrying);
    if (isChoice(ctx)) kept = null;
    if (kept) {
      setTimeout(sendAgain); // once the answer is on the page
      return;
    }
    trouble = "";
    delay = SHORTEST;
    show();
  }

  // --- Trying again --------------------------------------------------------------------------

  /** Ask for the table as it is now. */
  function look() {
    htmx.trigger(document.getElementById("stream"), "changed");
  }

  /** Make the kept choice again if the table is where it was made; else it has arrived, or can no longer be made. */
  function sendAgain() {
    const form = document.getElementById("choose");
    const stands = kept && ["seat", "version"].every((name) => form?.elements[name]?.value === kept[name]);
    const button = stands && document.querySelector(`button[form="choose"][value="${CSS.escape(kept.action)}"]`);
    trouble = "";
    if (button) form.requestSubmit(button);
    else [kept, delay] = [null, SHORTEST];
    show(Boolean(button));
  }

  again.addEventListener("click", () => {
    delay = SHORTEST;
    look();
  });
  addEventListener("offline", () => show());
  addEventListener("online", look);
  document.addEventListener("trigrad:back", () => trouble && look());
  show();
}
