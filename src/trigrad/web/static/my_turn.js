// Tells somebody that it is their turn: at the table of this page by title and icon, at others by a mark in the header
// and in the list of their tables; when a turn comes, by two notes and a buzz, and where they look at none of our pages
// and have agreed, by a notification. Whose turn it is the stream tells (trigrad:turns), also to a hidden tab.

const WAITED = 3000; // ms after which a turn that comes is heard: before, one is still looking
const QUIET = 2000; // ms for which the tabs of a browser leave the sound to the one that was first
const GATHERED = 300; // ms in which changes of the list are gathered
const LOUDEST = 0.18;

const script = document.currentScript.dataset;
const icon = document.querySelector('link[rel="icon"]');
const mark = document.getElementById("turns");
const usual = { title: document.title, icon: icon.href };
const { table } = document.getElementById("stream").dataset;
let turns = null; // the tables at which the reader is to choose, once they are told
let mine = false;
let since = performance.now();

const setting = (name, usually) => document.documentElement.dataset[name] ?? usually;

/** The sound of this page, once the reader has touched it: before, browsers allow none. */
let sounds = null;
const unlock = () => {
  sounds ??= new AudioContext();
  sounds.resume();
};
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, unlock, { once: true });

// --- Here --------------------------------------------------------------------------------

/** Whether it is the reader's turn at this page's table: a hidden one is not kept up to date, so the stream must tell. */
const isMine = () => (document.hidden && turns ? turns.has(table) : document.querySelector("#prompt.mine") !== null);

function look() {
  const now = isMine();
  if (now === mine) return;
  mine = now;
  document.title = mine ? `● ${script.words} – ${usual.title}` : usual.title;
  icon.href = mine ? script.icon : usual.icon;
  setBadge();
  if (mine && !document.hidden && performance.now() - since > WAITED) call();
  since = performance.now();
}

/** The number on the icon of an installed page, where the system has such. */
function setBadge() {
  const number = turns ? turns.size : Number(mine);
  if (number) navigator.setAppBadge?.(number).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

function call() {
  const volume = setting("volume", "60");
  if (setting("vibration", "on") !== "off" && sounds) navigator.vibrate?.(30);
  if (sounds && volume !== "0" && isFirst()) play(sounds, (LOUDEST * Number(volume)) / 100);
}

/** Whether no other tab of this browser has just made a sound. */
function isFirst() {
  const last = Number(localStorage.getItem("trigrad-sound"));
  if (Math.abs(Date.now() - last) < QUIET) return false;
  localStorage.setItem("trigrad-sound", String(Date.now()));
  return true;
}

/** A fifth upwards, as of two small bells. */
function play(context, loudness) {
  [440, 660].forEach((pitch, index) => {
    const from = context.currentTime + 0.16 * index;
    const gain = new GainNode(context, { gain: 0 });
    const note = new OscillatorNode(context, { type: "sine", frequency: pitch });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, from + 0.4);
    note.connect(gain).connect(context.destination);
    note.start(from);
    note.stop(from + 0.42);
  });
}

look();
document.addEventListener("htmx:after:swap", look);

// --- Elsewhere ----------------------------------------------------------------------------

document.addEventListener("trigrad:turns", ({ detail }) => {
  const isNews = turns !== null || detail.turns.join(" ") !== mark.dataset.tables;
  turns = new Set(detail.turns);
  if (document.hidden) look();
  showMark();
  setBadge();
  if (isNews) listSoon();
  if (detail.calls.length) call();
  if (document.hidden) detail.calls.forEach(notify);
  for (const [id, shown] of notifications) if (!turns.has(id)) shown.close();
});

function showMark() {
  const elsewhere = [...turns].filter((id) => id !== table);
  mark.hidden = !elsewhere.length;
  mark.querySelector("b").textContent = elsewhere.length;
  mark.href = elsewhere.length === 1 ? `${script.tables}${elsewhere[0]}` : script.home;
}

let waiting = 0;
const listSoon = () => {
  clearTimeout(waiting);
  waiting = setTimeout(refreshList, GATHERED);
};

/** The list of the reader's tables as it is now, on the page that shows it. */
async function refreshList() {
  const list = document.getElementById("my-tables");
  if (!list || document.hidden) return;
  const fresh = await myTables();
  if (!fresh) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  list.replaceChildren(...fresh.body.childNodes);
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}
document.addEventListener("visibilitychange", listSoon);

async function myTables() {
  try {
    const answer = await fetch(script.list);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null; // the next turn, or look at the page, asks again
  }
}

// --- Away -----------------------------------------------------------------------------------

const notifications = new Map(); // by table

const mayAsk = () => "Notification" in window && Notification.permission === "default" && setting("notifications") !== "off";

/** Say of a table that it is the reader's turn there: the game and who else sits there, and nothing of what they hold. */
async function notify(id) {
  if (!("Notification" in window) || Notification.permission !== "granted" || setting("notifications") === "off") return;
  const item = (await myTables())?.querySelector(`[data-table="${CSS.escape(id)}"]`);
  if (!item || !turns.has(id)) return;
  const { title, words: body } = item.dataset;
  const path = item.querySelector("a").getAttribute("href");
  try {
    const shown = new Notification(title, { body, tag: `trigrad-${id}`, icon: script.icon, lang: document.documentElement.lang });
    notifications.set(id, shown);
    shown.onclose = () => notifications.delete(id);
    shown.onclick = () => {
      focus();
      shown.close();
      if (id !== table) location.href = path;
    };
  } catch {
    // this browser shows none that come from a page
  }
}

/** Buttons that ask whether notifications may be shown, where that is not decided yet. */
function offer() {
  for (const place of document.querySelectorAll("[data-ask-notifications]")) place.hidden = !mayAsk();
}

document.addEventListener("click", async ({ target }) => {
  if (!target.closest?.("[data-ask-notifications] button")) return;
  await Notification.requestPermission();
  offer();
});
document.addEventListener("htmx:after:swap", offer);
offer();
