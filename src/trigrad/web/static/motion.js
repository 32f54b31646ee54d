"use strict";

// What has happened is seen happening: what changed its place on the page goes there from where it was, in the order
// of the events that the server names (#happened). The page itself is right at once; what moves only lies upon it.

{
  const FLIGHT = 350; // ms of a thing from place to place, at the usual pace
  const GAP = 250; // ms from one event to the next
  const ALIKE = 70; // ms between events of one kind in a row, and between pieces that go the same way
  const LONGEST = 1500; // ms of all that is seen at once
  const TAIL = 2 * FLIGHT; // ms of the last event: flights one after another, and what counts up once they arrive
  const WAIT = 500; // ms at most that one change waits for the one before
  const PIECES = 4; // that are seen of a number that goes the same way
  const EASE = "cubic-bezier(.35, .05, .2, 1)";
  const PACES = { off: 0, fast: 0.5, normal: 1, slow: 2 };

  const pace = () => {
    const { pace: wanted = "normal", motion } = document.documentElement.dataset;
    return motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACES[wanted];
  };

  // --- What the page shows -----------------------------------------------------------

  /** After how many choices the page shows the game, and with whose eyes. */
  function position() {
    const { last, at = last } = document.getElementById("shown").dataset;
    return { at: Number(at), eyes: document.getElementById("seen-as").value };
  }

  /** All things and places of the page, with where they are seen. */
  class Sight {
    #named = new Map(); // records by the names of their places
    #frames = new Map(); // what styles a thing, by its ancestor
    things = []; // records of all that can move

    constructor(leaves = false) {
      for (const element of document.querySelectorAll("#stage :is([id], [data-place], [data-thing], [data-count])"))
        this.#add(element, leaves);
      Object.assign(this, position(), JSON.parse(document.getElementById("happened").dataset.motion));
    }

    #add(element, leaves) {
      const rect = element.getBoundingClientRect();
      const { thing, place = "", count } = element.dataset;
      const record = { element, rect, key: thing, count, number: Number(element.textContent), seen: isSeen(rect) };
      for (const name of [element.id, ...place.split(" "), count]) {
        if (!name) continue;
        if (!this.#named.has(name)) this.#named.set(name, []);
        this.#named.get(name).push(record);
      }
      if (thing === undefined) return;
      record.part = element.closest(".part");
      record.step = Number(element.dataset.step);
      record.frame = record.part?.getBoundingClientRect();
      record.around = ancestors(element);
      record.frames = record.around.filter((each) => each instanceof HTMLElement).map((each) => this.#frameOf(each));
      if (leaves && record.seen && !(element instanceof SVGElement)) record.copy = element.cloneNode(true);
      this.things.push(record);
    }

    #frameOf(element) {
      if (!this.#frames.has(element)) this.#frames.set(element, new Frame(element));
      return this.#frames.get(element);
    }

    /** The first that is seen of places by their names, or failing that the player's chip. */
    find(names, used) {
      const all = names.split(" ").flatMap((name) => this.#named.get(name) ?? []);
      return all.find((each) => each.seen && !used?.has(each));
    }

    chip(seat) {
      return this.find(`chip-${seat} player-${seat}`);
    }

    /** The key of a thing by the name of its place, seen or not. */
    keyAt(names) {
      return names.split(" ").flatMap((name) => this.#named.get(name) ?? []).find((each) => each.key)?.key;
    }

    /** A thing of this kind that lies in a place. */
    inside(place, key, used) {
      return this.things.find((each) => each.key === key && each.seen && !used.has(each) && each.around.includes(place.element));
    }

    counts() {
      return [...this.#named.values()].flat().filter((each) => each.count && each.seen);
    }
  }

  /** What an ancestor of a thing is for its style: element, classes, variables, and a size where styles ask for that. */
  class Frame {
    constructor(element) {
      this.shell = element.cloneNode(false);
      for (const name of this.shell.getAttributeNames()) if (name !== "class" && name !== "style") this.shell.removeAttribute(name);
      const { containerType, width, height } = getComputedStyle(element);
      this.size = containerType === "normal" ? null : { width, height };
    }

    /** Such an element that shows nothing itself. */
    empty() {
      const frame = this.shell.cloneNode(false);
      const box = { position: "fixed", inset: "0 auto auto 0", margin: 0, border: 0, padding: 0, "box-sizing": "content-box", ...this.size };
      const style = this.size ? { display: "block", overflow: "visible", background: "none", ...box } : { display: "contents" };
      for (const [name, value] of Object.entries(style)) frame.style.setProperty(name, value, "important");
      return frame;
    }
  }

  const isSeen = ({ left, top, right, bottom, width, height }) =>
    width > 2 && height > 2 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;

  function ancestors(element) {
    const found = [];
    for (let each = element.parentElement; each && each.id !== "stage"; each = each.parentElement) found.push(each);
    return found;
  }

  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

  // --- Moving -------------------------------------------------------------------------

  let running = []; // animations that bring the page's own elements to where they belong
  let busyUntil = 0;

  function animate(element, frames, name, delay, duration) {
    return element.animate(frames, { id: name, delay, duration, easing: EASE, fill: "backwards" });
  }

  /** Where what flies is laid: outside of what is replaced when the page changes. */
  function sky() {
    let found = document.getElementById("sky");
    if (!found) {
      found = document.body.appendChild(document.createElement("div"));
      found.id = "sky";
      found.setAttribute("aria-hidden", "true");
    }
    found.className = document.getElementById("game")?.className ?? "";
    return found;
  }

  /** A picture of an element that can be neither pressed nor found: as it was, where the page has used it again since. */
  function pictureOf({ element, copy: kept = element, frames }) {
    const copy = kept.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("*")]) {
      for (const { name } of [...each.attributes])
        if (/^(id|title|tabindex|role|name|value|form|popovertarget|aria-|data-|hx-)/.test(name)) each.removeAttribute(name);
    }
    for (const button of [...copy.querySelectorAll("button")]) {
      const plain = document.createElement("span");
      plain.className = button.className;
      plain.style.display = "block";
      plain.append(...button.childNodes);
      button.replaceWith(plain);
    }
    if (!(element instanceof SVGElement)) return { picture: copy, frames };
    const { x, y, width, height } = element.getBBox();
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    copy.style.transform = "none";
    copy.removeAttribute("transform");
    frame.append(copy);
    return { picture: frame, frames };
  }

  function piece(seat) {
    const found = document.createElement("span");
    found.className = `mark p${seat}`;
    return { picture: found };
  }

  /** Let a picture fly from one rectangle to another, and go; it is styled as within the frames of its thing. */
  function fly({ picture, frames = [] }, from, to, name, delay, duration, keyframes = [{}, {}]) {
    const flyer = document.createElement("div");
    flyer.className = "flyer";
    flyer.append(picture);
    Object.assign(flyer.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
    const [inner = sky(), ...around] = frames.map((frame) => frame.empty());
    const outer = around.reduce((within, frame) => (frame.append(within), frame), frames.length ? inner : flyer);
    sky().append(outer);
    inner.append(flyer);
    const [x, y] = middle(from);
    const [toX, toY] = middle(to);
    const size = Math.min(1.5, Math.max(0.2, Math.min(to.width / from.width, to.height / from.height)));
    const animation = flyer.animate(
      [
        { translate: "0 0", scale: 1, ...keyframes[0] },
        { translate: `${toX - x}px ${toY - y}px`, scale: size, ...keyframes[1] },
      ],
      { id: name, delay, duration, easing: EASE, fill: "both" },
    );
    animation.finished.then(() => outer.remove(), () => outer.remove());
  }

  /** Let an element of the page come from where another record was to where it is, step by step where it has a track. */
  function come(record, from, name, delay, duration) {
    const { element, rect } = record;
    const [toX, toY] = middle(rect);
    const unit = element instanceof SVGElement ? element.parentNode.getScreenCTM().a : 1;
    const places = [middle(from.rect), ...stepsBetween(from, record)];
    const frames = places.map(([x, y]) => ({ translate: `${(x - toX) / unit}px ${(y - toY) / unit}px` }));
    running.push(animate(element, [...frames, { translate: "0 0" }], name, delay, duration));
  }

  /** Where a thing passes on the track that it names, whose spaces have places in the same drawing, seen or not. */
  function stepsBetween({ step: first }, { element, step: last }) {
    const track = element.dataset.along && document.querySelector(element.dataset.along);
    const numbers = track ? [...track.children].map((_, index) => index + 1) : [];
    const passed = numbers.filter((number) => number > Math.min(first, last) && number < Math.max(first, last));
    if (first > last) passed.reverse();
    return passed.map((number) => {
      const [x, y] = ["x", "y"].map((name) => Number(track.children[number - 1].getAttribute(name)));
      const place = new DOMPoint(x, y).matrixTransform(element.parentNode.getScreenCTM());
      return [place.x, place.y];
    });
  }

  const hide = (record, name, duration) => animate(record.element, [{ opacity: 0 }, { opacity: 0 }], name, 0, duration);

  function flash({ element }, name, delay, duration) {
    const glow = "drop-shadow(0 0 6px var(--accent)) brightness(1.15)";
    animate(element, [{ filter: "none" }, { filter: glow, offset: 0.3 }, { filter: "none" }], name, delay, duration);
  }

  function count({ element, number }, before, name, delay, duration) {
    element.classList.add("counting");
    const animation = animate(element, [{ "--counted": before }, { "--counted": number }], name, delay, duration);
    const end = () => element.classList.toggle("counting", element.getAnimations().some(({ playState }) => playState === "running"));
    animation.finished.then(end, end);
  }

  // --- The order in which it happens -----------------------------------------------------

  /** The events between two positions, those of a step back in reverse; null where too much lies between. */
  function between(then, now) {
    const [page, least, most] = now.at > then.at ? [now, then.at, now.at] : [then, now.at, then.at];
    if (least < page.since) return null;
    const events = page.events.filter(([number]) => number > least && number <= most);
    if (page === now) return events;
    return events.reverse().map(([number, seat, kind, moves]) => [number, seat, kind, moves.map(([source, target, pieces]) => [target, source, pieces])]);
  }

  /** When each event begins, and how long a flight takes, so that all of it is seen in time. */
  function schedule(events, quickness, longest) {
    let total = 0;
    const starts = events.map(([, , kind], index) => {
      if (index) total += kind === events[index - 1][2] ? ALIKE : GAP;
      return total;
    });
    const factor = Math.min(quickness, longest / (total + TAIL));
    return { starts: starts.map((start) => start * factor), flight: FLIGHT * factor, whole: (total + TAIL) * factor };
  }

  class Show {
    #gone = new Set(); // records of before that have left
    #come = new Set(); // records of now that have come
    #counted = new Set();

    constructor(then, now, wait, flight) {
      Object.assign(this, { then, now, wait, flight });
    }

    event([, seat, kind, moves], start) {
      for (const move of moves) this.#move(move, seat, kind, this.wait + start);
    }

    #move([source, target, pieces = 1], seat, name, start) {
      const { then, now } = this;
      if (source === target) return this.#stay(source, name, start);
      const from = then.find(source, this.#gone) ?? then.chip(seat);
      const to = target ? now.find(target) ?? now.chip(seat) : from;
      if (!from || !to) return;
      const thing = from.key ? from : then.inside(from, to.key ?? now.keyAt(target), this.#gone);
      const there = to.key ? to : thing && now.inside(to, thing.key, this.#come);
      if (!target) this.#vanish(thing ?? from, name, start);
      else if (thing) this.#carry(thing, there ?? to, name, start);
      else if (to.key && !this.#come.has(to)) this.#bring(to, from.rect, name, start);
      else this.#send(from.rect, to.rect, Math.min(pieces, PIECES), seat, name, start);
      this.counts([to], name, start + this.flight / 2);
    }

    /** Something changes where it lies, or moves by itself, or all that lies there does. */
    #stay(place, name, start) {
      const before = this.then.find(place);
      const after = this.now.find(place);
      if (!after) return;
      for (const each of this.#inside(after)) this.#shift(each, name, start);
      if (before && after.key && before.key === after.key && isMoved(before, after)) return this.#carry(before, after, name, start);
      if (!after.count || !this.counts([after], name, start)) flash(after, name, start, 1.2 * this.flight);
    }

    #inside(place) {
      return place.key ? [] : this.now.things.filter((each) => each.around.includes(place.element));
    }

    #vanish(thing, name, start) {
      this.#gone.add(thing);
      fly(pictureOf(thing), thing.rect, thing.rect, name, start, this.flight, [{ opacity: 1 }, { opacity: 0 }]);
    }

    /** A thing goes to another place: as itself on the same board, else as its picture, on top of all. */
    #carry(thing, to, name, start) {
      this.#gone.add(thing);
      if (to.key === thing.key) this.#come.add(to);
      if (to.element instanceof SVGElement && thing.part === to.part) return come(to, thing, name, start, this.flight);
      if (to.key === thing.key && !this.then.things.some((each) => each.element === to.element && each !== thing && each.seen && each.key === to.key))
        hide(to, name, start + this.flight);
      fly(pictureOf(thing), thing.rect, to.key ? to.rect : sized(to.rect, least(thing.rect, to.rect)), name, start, this.flight);
    }

    /** A thing comes that was not seen before. */
    #bring(to, from, name, start) {
      this.#come.add(to);
      if (to.element instanceof SVGElement) return come(to, { rect: from }, name, start, this.flight);
      hide(to, name, start + this.flight);
      const scale = Math.min(1, from.height / to.rect.height); // as small as what it comes from
      const keyframes = [{ scale, visibility: "hidden" }, { visibility: "visible" }]; // seen once it sets out
      fly(pictureOf(to), sized(from, to.rect), to.rect, name, start, this.flight, keyframes);
    }

    #send(from, to, pieces, seat, name, start) {
      if (seat < 0 || Math.hypot(...middle(from).map((each, axis) => each - middle(to)[axis])) < 4) return;
      const size = { width: 16, height: 16 };
      for (let number = 0; number < pieces; number++)
        fly(piece(seat), sized(from, size), sized(to, size), name, start + (number * ALIKE * this.flight) / FLIGHT, this.flight);
    }

    /** Numbers count from what they were to what they are. */
    counts(records, name, start) {
      let any = false;
      for (const each of records) {
        if (!each.count) continue;
        for (const other of this.now.counts().filter(({ count: same }) => same === each.count)) {
          const before = this.then.find(other.count)?.number;
          if (this.#counted.has(other.element) || before === undefined || before === other.number) continue;
          this.#counted.add(other.element);
          count(other, before, name, start, 1.2 * this.flight);
          any = true;
        }
      }
      return any;
    }

    /** What no event speaks of: things that closed up, or are no longer there. */
    rest(start) {
      for (const each of this.now.things) this.#shift(each, "shifted", 0);
      for (const each of this.then.things)
        if (each.seen && !this.#gone.has(each) && !this.now.things.some(({ key, seen }) => seen && key === each.key)) this.#vanish(each, "vanished", 0);
      this.counts(this.now.counts(), "counted", this.wait + start);
    }

    #shift(to, name, start) {
      if (!to.seen || this.#come.has(to)) return;
      const thing = this.then.things.find((each) => each.key === to.key && each.seen && each.part === to.part && !this.#gone.has(each));
      if (!thing) return;
      this.#gone.add(thing);
      this.#come.add(to);
      if (isMoved(thing, to)) come(to, thing, name, start, this.flight);
    }
  }

  /** A rectangle of another one's size around the same middle. */
  function sized(around, { width, height }) {
    const [x, y] = middle(around);
    return { left: x - width / 2, top: y - height / 2, width, height };
  }

  const least = (one, other) => ({ width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) });

  /** Whether a thing lies elsewhere within its part of the page, wherever that lies and however large it is now. */
  function isMoved(before, after) {
    if (before.part !== after.part || !before.frame?.width || !after.frame?.width) return true;
    const place = ({ rect, frame }) => [(middle(rect)[0] - frame.left) / frame.width, (middle(rect)[1] - frame.top) / frame.height];
    const [x, y] = place(before);
    const [toX, toY] = place(after);
    return Math.abs(toX - x) * after.frame.width > 3 || Math.abs(toY - y) * after.frame.height > 3;
  }

  // --- Around each change of the page -------------------------------------------------------

  let then = null;

  document.addEventListener("htmx:before:swap", () => {
    then = document.getElementById("happened") && pace() ? new Sight(true) : null;
  });

  document.addEventListener("htmx:after:swap", () => {
    const before = then;
    then = null;
    const there = document.getElementById("happened") && position();
    if (!before || !there || (before.at === there.at && before.eyes === there.eyes)) return;
    for (const animation of running) animation.cancel(); // what is measured stands where it belongs
    running = [];
    if (before.eyes === there.eyes) show(before, new Sight());
  });

  function show(before, now) {
    const events = between(before, now);
    if (!events) return;
    const wait = Math.min(Math.max(0, busyUntil - performance.now()), WAIT * pace());
    const { starts, flight, whole } = schedule(events, pace(), LONGEST * pace() - wait);
    busyUntil = performance.now() + wait + (starts.at(-1) ?? 0) + flight;
    const shown = new Show(before, now, wait, flight);
    events.forEach((event, index) => shown.event(event, starts[index]));
    shown.rest(starts.at(-1) ?? 0);
    setTimeout(() => document.dispatchEvent(new Event("trigrad:settled")), wait + whole);
  }
}
