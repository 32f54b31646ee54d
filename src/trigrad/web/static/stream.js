// Keeps the pages of tables live by one stream a browser, shared by its tabs: a browser opens but six connections to a
// host. A hidden tab listens to nothing; once it is shown again, it is told what it has missed.
//
// This file is both the script of a page and the worker in which the tabs of a browser meet.

const SETTLING = 30; // ms in which tabs that come and go are gathered
const SHORTEST = 500; // ms until a stream that broke is opened anew; longer each time
const LONGEST = 30_000;
const STEADY = 5000; // ms after which a stream that breaks was a good one

/** The stream of all tabs that listen. A tab is whatever has postMessage. */
class Stream {
  #tabs = new Map(); // each with the table that it shows, and at which revision
  #source = null;
  #failures = 0;
  #opened = Infinity;
  #timer = 0;

  watch(tab, shown) {
    this.#tabs.set(tab, shown);
    this.#openIn(SETTLING);
  }

  leave(tab) {
    if (this.#tabs.delete(tab)) this.#openIn(SETTLING);
  }

  #openIn(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), delay);
  }

  #open() {
    this.#source?.close();
    this.#source = null;
    if (!this.#tabs.size) return;
    this.#opened = Infinity;
    this.#source = new EventSource(this.#address());
    this.#source.addEventListener("open", () => (this.#opened = performance.now()));
    this.#source.addEventListener("changed", (event) => this.#changed(JSON.parse(event.data)));
    this.#source.addEventListener("error", () => this.#failed());
  }

  #address() {
    const tables = new Map(); // where tabs show different revisions of a table, its present one is asked for
    for (const { table, revision } of this.#tabs.values())
      tables.set(table, tables.has(table) && tables.get(table) !== revision ? "" : revision);
    const [{ events }] = this.#tabs.values();
    const listed = [...tables].map(([table, revision]) => ["table", `${table}:${revision}`]);
    return `${events}?${new URLSearchParams(listed)}`;
  }

  #changed({ table, revision }) {
    for (const [tab, shown] of this.#tabs)
      if (shown.table === table && shown.revision !== revision) {
        shown.revision = revision;
        tab.postMessage(revision);
      }
  }

  #failed() {
    this.#source.close();
    if (performance.now() - this.#opened > STEADY) this.#failures = 0;
    const delay = Math.min(LONGEST, SHORTEST * 2 ** this.#failures++);
    this.#openIn(delay * (0.7 + 0.6 * Math.random())); // not all browsers at once
    if (this.#failures > 3) for (const tab of this.#tabs.keys()) tab.postMessage(""); // refused: look without being told
  }
}

function beWorker() {
  const stream = new Stream();
  addEventListener("connect", ({ ports: [port] }) => {
    port.onmessage = ({ data }) => (data ? stream.watch(port, data) : stream.leave(port));
  });
}

function bePage(script) {
  const element = document.getElementById("stream");
  const revision = () => document.getElementById("shown").dataset.revision;
  let asking = 0; // requests of this page under way: what they bring may be the news already
  let missed = null;
  const told = (news) => {
    if (asking) missed = news;
    else if (news !== revision()) htmx.trigger(element, "changed");
  };
  document.addEventListener("htmx:before:request", () => asking++);
  document.addEventListener("htmx:finally:request", () => {
    asking = Math.max(0, asking - 1);
    if (asking || missed === null) return;
    const news = missed;
    missed = null;
    setTimeout(() => told(news)); // once the answer is on the page
  });
  let send = typeof SharedWorker === "undefined" ? alone(told) : together(script, told, startAlone);

  function startAlone() {
    send = alone(told);
    see();
  }

  function see() {
    const { table, events } = element.dataset;
    send(document.hidden ? null : { table, revision: revision(), events: new URL(events, location.href).href });
  }

  see();
  document.addEventListener("visibilitychange", see);
  addEventListener("pagehide", () => send(null));
  addEventListener("pageshow", (event) => event.persisted && see());
}

function together(script, told, failed) {
  const worker = new SharedWorker(script);
  worker.port.onmessage = ({ data }) => told(data);
  worker.onerror = failed;
  return (shown) => worker.port.postMessage(shown);
}

/** For a browser whose tabs cannot share: a stream of this tab's own. */
function alone(told) {
  const stream = new Stream();
  const tab = { postMessage: told };
  return (shown) => (shown ? stream.watch(tab, shown) : stream.leave(tab));
}

if (typeof document === "undefined") beWorker();
else bePage(document.currentScript.src);
