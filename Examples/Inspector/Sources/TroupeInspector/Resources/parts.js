// What all views use: elements, questions to the server, and values as trees.

/** Makes an element. Texts become text nodes, so nothing from a program is read as markup. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

export class Problem extends Error {}

async function answer(response) {
  if (response.ok) return response.json();
  const text = await response.text();
  let problem = text;
  try { problem = JSON.parse(text).problem ?? text; } catch { /* It is a plain text. */ }
  throw new Problem(problem);
}

/** Asks the server. Undefined parameters are left out. */
export async function ask(path, parameters = {}, signal = undefined) {
  const known = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = known.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return answer(await fetch(`api/${path}?${query}`, { signal }));
}

export async function tell(path, body) {
  return answer(await fetch(`api/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  }));
}

const numbers = new Intl.NumberFormat("en");
export const count = (number) => numbers.format(number);
export const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/** A duration in nanoseconds as text. */
export function duration(nanoseconds) {
  const size = Math.abs(nanoseconds);
  const text = (number, unit) => `${number >= 100 ? Math.round(number) : Number(number.toPrecision(3))} ${unit}`;
  const sign = nanoseconds < 0 ? "−" : "";
  if (size < 1e3) return `${sign}${Math.round(size)} ns`;
  if (size < 1e6) return sign + text(size / 1e3, "µs");
  if (size < 1e9) return sign + text(size / 1e6, "ms");
  if (size < 60e9) return sign + text(size / 1e9, "s");
  const minutes = Math.floor(size / 60e9);
  if (minutes < 60) return `${sign}${minutes} min ${Math.floor(size / 1e9) % 60} s`;
  return `${sign}${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The names of features and cases on the way to an action, without types: `rows › editor › typed(…)`. */
export function short(label) {
  const match = /^(?:[A-Za-z_]\w*\.)*?(?:\w*Action)\.(.*)$/s.exec(label);
  if (!match) return label;
  const path = match[1].replace(/\(\.element\(id: .*?, action: \./g, " › ").replace(/\(\.presented\(\./g, " › ").replace(/\(\./g, " › ");
  // The parentheses of what was left out are still at the end.
  let depth = 0;
  let text = "";
  for (const character of path) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) break;
    text += character;
  }
  return text;
}

// Values

const leaf = ([kind, text, length]) => {
  if (kind === "s") {
    const rest = length > new TextEncoder().encode(text).length ? ` … ${count(length)} bytes` : "";
    return h("span", { class: "v-s" }, JSON.stringify(text), rest && h("em", {}, rest));
  }
  return h("span", { class: `v-${kind}` }, text);
};

const summary = ([kind, size]) => (kind === "a" ? `[${count(size)}]` : kind === "o" ? `{${count(size)}}` : `… ${count(size)}`);

/** A short text for a value. */
export function brief(value) {
  if (!value) return "nothing";
  if (value[0] === "s") return JSON.stringify(value[1].length > 80 ? `${value[1].slice(0, 80)}…` : value[1]);
  if (value[0] === "n" || value[0] === "b") return value[1];
  return summary(value);
}

const key = (path) => JSON.stringify(path);

/**
 * A value as a tree, which keeps what is open and where the focus is when it shows another value.
 *
 * `load(path, from)` reads a part that is too long or too deep; `choose(path)` is called for a member.
 */
export class Tree {
  constructor(label, { load, choose, chooseLabel } = {}) {
    this.element = h("div", { class: "tree", "aria-label": label, role: "group" });
    this.opened = new Map();
    Object.assign(this, { load, choose, chooseLabel });
  }

  show(value, changes = []) {
    const text = JSON.stringify([value, changes]);
    if (text === this.text) return;
    this.text = text;
    this.marks = new Map();
    this.inside = new Set();
    for (const change of changes) {
      this.marks.set(key(change.path), change);
      for (let end = 0; end < change.path.length; end += 1) this.inside.add(key(change.path.slice(0, end)));
    }
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.path : undefined;
    const scroll = this.element.parentElement?.scrollTop ?? 0;
    this.element.replaceChildren(value ? this.node(null, value, []) : h("p", { class: "muted" }, "No state"));
    if (this.element.parentElement) this.element.parentElement.scrollTop = scroll;
    if (focused) [...this.element.querySelectorAll("[data-path]")].find((one) => one.dataset.path === focused)?.focus();
  }

  node(name, value, path) {
    const id = key(path);
    const mark = this.marks.get(id);
    const label = name === null ? null : h("span", { class: "name" }, String(name));
    const before = mark && mark.old && mark.new ? h("span", { class: "was" }, `was ${brief(mark.old)}`) : null;
    const badge = mark ? h("span", { class: "mark" }, mark.old ? "changed" : "new") : null;
    const find = this.choose && path.length
      ? h("button", {
        type: "button", class: "find", "aria-label": `${this.chooseLabel} ${path.join(".")}`, title: this.chooseLabel,
        onclick: (event) => { event.preventDefault(); this.choose(path); },
      }, "⇥")
      : null;
    if (!["a", "o", "…"].includes(value[0]) || (value[0] !== "…" && value[1] === 0)) {
      const shown = ["a", "o"].includes(value[0]) ? h("span", { class: "muted" }, value[0] === "a" ? "[ ]" : "{ }") : leaf(value);
      return h("div", { class: `line${mark ? " changed" : ""}` }, label, shown, badge, before, find);
    }
    const isOpen = this.opened.get(id) ?? (this.inside.has(id) || path.length < 2 || (path.length < 3 && value[1] <= 8) || (path.length < 10 && value[1] === 1));
    const details = h("details", { class: mark ? "changed" : "" });
    const head = h("summary", { "data-path": id }, label, h("span", { class: "muted" }, summary(value)), badge, find);
    details.append(head);
    const fill = () => {
      if (details.children.length > 1) return;
      details.append(this.members(value, path));
    };
    if (isOpen) { details.open = true; fill(); }
    details.addEventListener("toggle", () => {
      this.opened.set(id, details.open);
      if (details.open) fill();
    });
    return details;
  }

  members(value, path) {
    const [kind, size, members] = value;
    const list = h("div", { class: "members" });
    const add = (value, from) => {
      const [kind, , members] = value;
      if (kind === "…" || !members) return 0;
      members.forEach((member, index) => {
        const [name, part] = kind === "o" ? member : [index + from, member];
        list.append(this.node(name, part, [...path, name]));
      });
      return members.length;
    };
    let shown = members ? add(value, 0) : 0;
    const more = () => {
      if (shown >= size || !this.load) return;
      const button = h("button", { type: "button", class: "quiet" }, kind === "…" ? "Show" : `Show more of ${count(size - shown)}`);
      button.addEventListener("click", async () => {
        button.disabled = true;
        const next = await this.load(path, shown);
        button.remove();
        const added = add(next, shown);
        shown += added;
        if (added) more();
      });
      list.append(button);
    };
    more();
    return list;
  }
}

/** The differences of two values as a table. */
export function differences(changes, caption) {
  if (!changes.length) return h("p", { class: "muted" }, "Nothing differs.");
  return h("table", { class: "differences" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Member"), h("th", { scope: "col" }, "Before"), h("th", { scope: "col" }, "After"))),
    h("tbody", {}, changes.map(({ path, old, new: value }) => h("tr", {},
      h("th", { scope: "row" }, path.join(".") || "the whole state"),
      h("td", { class: "old" }, old ? brief(old) : "—"), h("td", { class: "new" }, value ? brief(value) : "—")))));
}

/** Shows a dialog with a title and contents; returns the element. */
export function dialog(title, ...contents) {
  const element = document.getElementById("dialog");
  element.setAttribute("aria-labelledby", "dialog-title");
  element.replaceChildren(
    h("header", {}, h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "quiet", onclick: () => element.close() }, "Close")),
    ...contents);
  if (!element.open) element.showModal();
  return element;
}

let hide;
/** Shows a problem for as long as it is one, or for some seconds. */
export function complain(error) {
  const element = document.getElementById("problem");
  clearTimeout(hide);
  element.hidden = !error;
  element.textContent = error ? error.message : "";
  if (error instanceof Problem) hide = setTimeout(() => { element.hidden = true; }, 12_000);
}

/** Does something that a user asked for, and shows the problem if it fails. */
export async function attempt(action) {
  try { return await action(); } catch (error) {
    if (error.name !== "AbortError") complain(error);
    return undefined;
  }
}
