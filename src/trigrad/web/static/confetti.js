// A handful of confetti for whoever sees a game end, once a tab and table, and only where motion is wanted.

const PIECES = 70;
const FALL = 3500; // ms at most

function celebrate() {
  const result = document.getElementById("result");
  const key = `confetti ${result?.dataset.table}`;
  if (!result || sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, "thrown");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.pace === "off";
  if (!still) result.hasAttribute("data-won") ? rain(PIECES) : rain(PIECES / 2);
}

function rain(count) {
  const cloud = document.createElement("div");
  cloud.className = "confetti";
  cloud.setAttribute("aria-hidden", "true");
  for (let number = 0; number < count; number++) {
    const piece = cloud.appendChild(document.createElement("i"));
    piece.className = `p${number % 5}`;
    piece.style.left = `${98 * Math.random()}%`;
    piece.style.animationDelay = `${Math.round(900 * Math.random())}ms`;
    piece.style.animationDuration = `${Math.round(1600 + 900 * Math.random())}ms`;
  }
  document.body.append(cloud);
  setTimeout(() => cloud.remove(), FALL);
}

document.addEventListener("htmx:after:swap", celebrate);
celebrate();
