// What somebody has typed into the form stays until the tab is closed: after a change of the language, and on going back.
// The server's own values come first where they have changed since, as after another name was taken.

const form = document.getElementById("new-table");
const place = `draft ${new URL(form.action).pathname}`;

function valueOf(field) {
  return field.type === "checkbox" ? field.checked : field.value;
}

function valueByItself(field) {
  if (field.type === "checkbox") return field.defaultChecked;
  if (field.tagName !== "SELECT") return field.defaultValue;
  const chosen = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return chosen.value;
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(place)) ?? {};
  } catch {
    return {}; // kept by nobody, or by something else
  }
}

function keep(field) {
  const draft = { ...read(), [field.name]: { value: valueOf(field), before: valueByItself(field) } };
  try {
    sessionStorage.setItem(place, JSON.stringify(draft));
  } catch {
    // the browser keeps nothing: the form is as good as without this script
  }
}

function restore() {
  for (const [name, { value, before }] of Object.entries(read())) {
    const field = form.elements.namedItem(name);
    if (!field || valueByItself(field) !== before) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    field.closest("details")?.setAttribute("open", "");
  }
}

form.addEventListener("input", ({ target }) => keep(target));
restore();
