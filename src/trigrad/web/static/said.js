"use strict";

// Reads out what happens, each line once and in order, also where several came with one change of the page: a region of
// its own that only grows, since what is replaced may be read twice, or not at all.

{
  const LONGEST = 30; // lines; those further back have been read
  const region = document.getElementById("said");
  const shown = () => document.getElementById("shown").dataset;
  let heard = Number(shown().last);

  function read() {
    const { last, at } = shown();
    if (at !== undefined) return; // an earlier position: nothing has happened
    const all = document.querySelectorAll("#news .log li");
    for (const line of all.length ? all : document.querySelectorAll("#newest .line")) {
      if (Number(line.dataset.step) <= heard) continue;
      const said = document.createElement("p");
      said.textContent = line.textContent.replace(/\s+/g, " ").trim();
      region.append(said);
    }
    while (region.children.length > LONGEST) region.firstChild.remove();
    heard = Number(last);
  }

  document.addEventListener("htmx:after:swap", read);
}
