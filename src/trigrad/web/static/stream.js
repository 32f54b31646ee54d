// Keeps pages live by one stream a browser, shared by its tabs: a browser opens but six connections to a host. It tells
// the tabs that are shown of changes at their tables, and all of them of the turns of whoever sits somewhere; where
// nobody of this browser does, or tabs cannot share, a hidden tab listens to nothing. Shown again, it is told what it
// has missed.
//
// This file is both the script of a page and the worker in which the tabs of a browser meet.

const SETTLING = 30; // ms in which tabs that come and go are gathered
const SHORTEST = 500; // ms until a stream that broke is opened anew; longer each time
const LONGEST = 30_000;
const STEADY = 5000; // ms after which a stream that breaks was a good one
const TOLERATED = 1; // failures in a row of which no tab is told

/** The stream of all tabs that listen. A tab is whatever has postMessage. */
class Stream {
  #tabs = new Map(); // each with what it shows: table and revision, if of one, whether it is hidden, whether it wants turns
  #source = null;
  #failures = 0;
  #opened = Infinity;
  #timer = 0;
  #turns = null; // tables where it is the turn of this browser's person, once known

  watch(tab, shown) {
    if (shown.hidden && !shown.turns) return this.leave(tab);
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
    const address = this.#address();
    if (!address) return;
    this.#opened = Infinity;
    this.#source = new EventSource(address);
    const hear = (kind, told) => this.#source.addEventListener(kind, (event) => told(JSON.parse(event.data)));
    hear("changed", (change) => this.#changed(change));
    hear("turns", ({ tables }) => this.#turnsAre(new Set(tables)));
    hear("turn", ({ table, mine }) => this.#turn(table, mine));
    this.#source.addEventListener("open", () => this.#begun());
    this.#source.addEventListener("error", () => this.#failed());
  }

  #address() {
    const tables = new Map(); // where tabs show different revisions of a table, its present one is asked for
    for (const { table, revision, hidden } of this.#tabs.values())
      if (table && !hidden) tables.set(table, tables.has(table) && tables.get(table) !== revision ? "" : revision);
    const query = [...tables].map(([table, revision]) => ["table", `${table}:${revision}`]);
    if ([...this.#tabs.values()].some(({ turns }) => turns)) query.push(["turns", "true"]);
    const [shown] = this.#tabs.values();
    return query.length ? `${shown.events}?${new URLSearchParams(query)}` : null;
  }

  #begun() {
    this.#opened = performance.now();
    if (this.#failures > TOLERATED) this.#tell({ back: true });
  }

  #tell(news) {
    for (const tab of this.#tabs.keys()) tab.postMessage(news);
  }

  #changed({ table, revision }) {
    for (const [tab, shown] of this.#tabs)
      if (shown.table === table && !shown.hidden && shown.revision !== revision) {
        shown.revision = revision;
        tab.postMessage({ revision });
      }
  }

  #turn(table, mine) {
    const turns = new Set(this.#turns);
    if (mine) turns.add(table);
    else turns.delete(table);
    this.#turnsAre(turns);
  }

  /** Tell all tabs whose turn it is, and of those that are new one tab that it is to call for each. */
  #turnsAre(turns) {
    const come = this.#turns ? [...turns].filter((table) => !this.#turns.has(table)) : [];
    this.#turns = turns;
    const callers = come.map((table) => [this.#callerFor(table), table]);
    for (const [tab, shown] of this.#tabs)
      if (shown.turns) {
        const calls = callers.filter(([caller]) => caller === tab).map(([, table]) => table);
        tab.postMessage({ turns: [...turns], calls });
      }
  }

  /** The tab that says that a turn has come: none if it is seen anyway, else one that shows the table or is shown. */
  #callerFor(table) {
    const tabs = [...this.#tabs].filter(([, shown]) => shown.turns);
    const those = (fit) => tabs.find(([, shown]) => fit(shown))?.[0];
    if (those((shown) => shown.table === table && !shown.hidden)) return null;
    return those((shown) => !shown.hidden) ?? those((shown) => shown.table === table) ?? those(() => true);
  }

  #failed() {
    this.#source.close();
    if (performance.now() - this.#opened > STEADY) this.#failures = 0;
    const delay = Math.min(LONGEST, SHORTEST * 2 ** this.#failures++);
    this.#openIn(delay * (0.7 + 0.6 * Math.random())); // not all browsers at once
    if (this.#failures > TOLERATED) this.#tell({ revision: "" }); // gone or refused: look without being told
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
  const revision = () => document.getElementById("shown")?.dataset.revision;
  let asking = 0; // requests of this page under way: what they bring may be the news already
  let missed = null;

  const say = (name, detail) => document.dispatchEvent(new CustomEvent(`trigrad:${name}`, { detail }));
  const told = (news) => {
    if (news.turns) say("turns", news);
    else if (news.back) say("back");
    else changed(news.revision);
  };
  const changed = (news) => {
    if (!element.dataset.table || document.hidden) return;
    if (asking) missed = news;
    else if (news !== revision()) htmx.trigger(element, "changed");
  };
  document.addEventListener("htmx:before:request", () => asking++);
  document.addEventListener("htmx:finally:request", () => {
    asking = Math.max(0, asking - 1);
    if (asking || missed === null) return;
    const news = missed;
    missed = null;
    setTimeout(() => changed(news)); // once the answer is on the page
  });
  let send = typeof SharedWorker === "undefined" ? alone(told) : together(script, told, startAlone);

  function startAlone() {
    send = alone(told);
    see();
  }

  function see() {
    const { table, events, turns } = element.dataset;
    const address = new URL(events, location.href).href;
    send({ events: address, table, revision: revision(), turns: turns !== undefined, hidden: document.hidden });
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

/** For a browser whose tabs cannot share: a stream of this tab's own, while it is shown. */
function alone(told) {
  const stream = new Stream();
  const tab = { postMessage: told };
  return (shown) => (shown && !shown.hidden ? stream.watch(tab, shown) : stream.leave(tab));
}

if (typeof document === "undefined") beWorker();
else bePage(document.currentScript.src);
