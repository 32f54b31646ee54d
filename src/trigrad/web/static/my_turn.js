// Tells whoever has a table open that it is their turn: title, icon, a badge, and after a wait two notes and a buzz.

const WAITED = 3000; // ms after which a turn that comes is heard: before, one is still looking
const QUIET = 2000; // ms for which the tabs of a browser leave the sound to the one that was first
const LOUDEST = 0.18;

const script = document.currentScript.dataset;
const icon = document.querySelector('link[rel="icon"]');
const usual = { title: document.title, icon: icon.href };
let mine = false;
let since = performance.now();

/** The sound of this page, once the reader has touched it: before, browsers allow none. */
let sounds = null;
const unlock = () => {
  sounds ??= new AudioContext();
  sounds.resume();
};
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, unlock, { once: true });

function look() {
  const now = document.querySelector("#prompt.mine") !== null;
  if (now === mine) return;
  mine = now;
  document.title = mine ? `● ${script.words} – ${usual.title}` : usual.title;
  icon.href = mine ? script.icon : usual.icon;
  if (mine) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
  if (mine && performance.now() - since > WAITED) call();
  since = performance.now();
}

function call() {
  const { volume = "60", vibration } = document.documentElement.dataset;
  if (vibration !== "off" && sounds) navigator.vibrate?.(30);
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
