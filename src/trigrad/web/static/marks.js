"use strict";

// Marks what has changed since the reader's last choice: a frame around each thing, with the shape of who did it. The
// frames lie over the page, so that they cover nothing and change nothing; the server says which things (#shown).

{
  const layer = document.body.appendChild(document.createElement("div"));
  layer.id = "marks";
  layer.setAttribute("aria-hidden", "true");

  const AROUND = 2; // px between a thing and its frame
  const OWN = 2500; // ms for which one's own choice is marked
  let shown = { revision: null, since: 0 };

  /** What of a thing can be seen: cut off at the edges of all in which it could be scrolled. */
  function seen(element) {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around && around.id !== "stage"; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible" || around instanceof SVGElement) continue;
      const edge = around.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, top, width: right - left, height: bottom - top };
  }

  const isSeen = ({ left, top, width, height }) => width > 2 && height > 2 && left < innerWidth && top < innerHeight;

  /** Where a thing shows: itself, or else the chip of the player who changed it. */
  function placeOf(name, seat) {
    const found = document.querySelectorAll(`#${CSS.escape(name)}, [data-place~="${CSS.escape(name)}"], #chip-${seat}`);
    const places = [...found].map((element) => [element, seen(element)]).filter(([, place]) => isSeen(place));
    return places.find(([{ id }]) => id !== `chip-${seat}`) ?? places[0];
  }

  function draw() {
    const marks = Object.entries(JSON.parse(document.getElementById("shown").dataset.marks));
    const { revision } = document.getElementById("shown").dataset;
    if (revision !== shown.revision) shown = { revision, since: performance.now() };
    const own = Number(document.getElementById("seen-as").value);
    const isOld = performance.now() > shown.since + OWN;
    const frames = new Map(); // by the element that is framed: many things may be told of by one chip
    for (const [name, seat] of marks) {
      const place = seat === own && isOld ? null : placeOf(name, seat);
      if (place) frames.set(place[0], frameOf(place, seat, seat === own));
    }
    layer.className = document.getElementById("game")?.className ?? "";
    layer.replaceChildren(...frames.values());
  }

  function frameOf([element, { left, top, width, height }], seat, isOwn) {
    const frame = document.createElement("i");
    frame.className = `trace p${seat}${isOwn ? " own" : ""}`;
    frame.dataset.of = element.id;
    Object.assign(frame.style, {
      left: `${left - AROUND}px`,
      top: `${top - AROUND}px`,
      width: `${width + 2 * AROUND}px`,
      height: `${height + 2 * AROUND}px`,
    });
    frame.style.setProperty("--badge", `${Math.min(13, Math.max(8, width / 4))}px`); // small on what is small
    frame.append(Object.assign(document.createElement("span"), { className: `mark p${seat}` }));
    return frame;
  }

  let waiting = 0;
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  };

  draw();
  document.addEventListener("htmx:after:swap", draw);
  document.addEventListener("trigrad:settled", draw); // once all that moved is where it belongs
  addEventListener("resize", soon);
  document.addEventListener("scroll", soon, { capture: true, passive: true });
  document.addEventListener("toggle", soon, true);
  document.addEventListener("change", soon);
}
