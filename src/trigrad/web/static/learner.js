// For learners: what is pointed at or tapped on the board says what it is, and what choosing it would do, in a bubble
// beside it that is in nobody's way. The words are those of the page: titles, labels, and the choices' own.

{
  const PAUSE = 350; // ms that a pointer rests on a thing before it speaks
  const bubble = document.createElement("div");
  bubble.id = "bubble";
  bubble.setAttribute("aria-hidden", "true"); // all of it is said where it stands
  document.body.append(bubble);

  let timer = 0;
  let silenced = []; // titles that the browser would show besides, and how to give them back

  const learns = () => "learner" in (document.getElementById("shown")?.dataset ?? {});

  /** What an element says of itself. */
  const said = (element) =>
    element.dataset.words || element.getAttribute("title") || element.querySelector(":scope > title")?.textContent || (element.getAttribute("role") === "img" && element.localName !== "svg" && element.ariaLabel);

  /** The thing at a place, through all that lies over it, and the choice that can be made there. */
  function at(x, y) {
    let thing = null;
    let choice = null;
    for (const element of document.elementsFromPoint(x, y)) {
      if (!element.closest("#game, .seat-chips")) continue;
      choice ??= element.closest('button[form="choose"]');
      for (let each = element; !thing && each && each.id !== "game"; each = each.parentElement) if (said(each)) thing = each;
      if (thing) break;
    }
    return { thing, choice };
  }

  function hush(thing) {
    for (const each of [thing, ...thing.querySelectorAll("[title]")]) {
      const title = each.getAttribute("title");
      if (title === null) continue;
      each.removeAttribute("title");
      silenced.push(() => each.setAttribute("title", title));
    }
    for (let each = thing; each instanceof SVGElement; each = each.parentElement) {
      const title = each.querySelector(":scope > title");
      if (!title) continue;
      const words = title.textContent;
      title.textContent = "";
      silenced.push(() => (title.textContent = words));
    }
  }

  function quiet() {
    clearTimeout(timer);
    bubble.classList.remove("shown");
    for (const restore of silenced) restore();
    silenced = [];
  }

  /** Whether the board has a note of its own on a choice, which a tap shows. */
  const isNoted = (choice) => choice && document.querySelector(`[data-note][data-for="${CSS.escape(choice.value)}"]`);

  function speak(x, y, touched = false) {
    quiet();
    if (!learns()) return;
    const { thing, choice } = at(x, y);
    if (touched && isNoted(choice)) return;
    const lines = [...new Set([thing && said(thing), choice?.ariaLabel].filter(Boolean))];
    if (!lines.length) return;
    bubble.replaceChildren(...lines.map((words) => Object.assign(document.createElement("span"), { textContent: words })));
    place((choice ?? thing).getBoundingClientRect(), x, y);
    if (thing) hush(thing);
  }

  /** Towards the middle of the screen from what it speaks of, or from the pointer where that is large. */
  function place({ top, bottom }, x, y) {
    bubble.classList.add("shown");
    const { width, height } = bubble.getBoundingClientRect();
    const [above, below] = bottom - top > innerHeight / 3 ? [y - 24, y + 24] : [top - 6, bottom + 6];
    const left = Math.min(Math.max(4, x - width / 2), innerWidth - width - 4);
    bubble.style.translate = `${left}px ${y > innerHeight / 2 ? above - height : below}px`;
  }

  const isTouch = ({ pointerType }) => pointerType !== "mouse";
  document.addEventListener("pointermove", (event) => {
    if (isTouch(event)) return;
    clearTimeout(timer);
    if (bubble.classList.contains("shown") && !event.target.closest?.("#game, .seat-chips")) quiet();
    timer = setTimeout(() => speak(event.clientX, event.clientY), PAUSE);
  });
  document.addEventListener("click", (event) => (isTouch(event) ? speak(event.clientX, event.clientY, true) : quiet()), true);
  for (const name of ["htmx:before:swap", "htmx:after:swap"]) document.addEventListener(name, quiet);
  document.addEventListener("scroll", quiet, { capture: true, passive: true });
  document.addEventListener("keydown", quiet);
}
