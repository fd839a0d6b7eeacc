// Keeps the items of a warehouse up to date. Everything else on the pages works without it.
"use strict";

const main = document.getElementById("main");
const news = document.getElementById("news");
const rows = document.getElementById("items");
const live = document.getElementById("live");
// The address from which the page is read again. A form that was rejected has another address, which can't be read.
const page = new URL(main.dataset.page ?? location.href, location.href);
let events, isLost = false;
// The last item of this page; later items are on the next one.
let end = rows ? lastOf(document) : Infinity;

function lastOf(other) {
  const hasNext = other.querySelector("#next a[rel=next]") !== null;
  return hasNext ? Number(other.querySelector("#items").lastElementChild.dataset.id) : Infinity;
}

function isShown(item) {
  const status = page.searchParams.get("status") || "";
  if (item.id <= Number(page.searchParams.get("after")) || item.id > end) return false;
  if (status === "onBackOrder" ? !item.isOnBackOrder : status !== "" && status !== item.status) return false;
  return item.name.toLowerCase().includes((page.searchParams.get("q") || "").toLowerCase());
}

// As in Stock.swift.
function stockOf(item) {
  if (item.status === "inStock") {
    return item.quantity > Number(main.dataset.low) ? ["good", "In stock"] : ["low", "Low"];
  }
  return item.isOnBackOrder ? ["waiting", "Back order"] : ["out", "Out of stock"];
}

function textOf(item) {
  const status =
    item.status === "inStock" ? `${item.quantity.toLocaleString("en")} in stock`
    : item.isOnBackOrder ? "Out of stock, on back order" : "Out of stock";
  return `${item.name}: ${status}${item.editedUntil ? ", being edited" : ""}`;
}

function rowOf(id) {
  return document.getElementById(`item-${id}`);
}

function fieldOf(row, name) {
  return row.querySelector(`[data-field=${name}]`);
}

// A row for an item, from the server's template, whose id is 0. Users' texts are set as text.
function makeRow(item) {
  const row = document.getElementById("row").content.firstElementChild.cloneNode(true);
  const isInStock = item.status === "inStock";
  const [style, label] = stockOf(item);
  for (const element of [row, ...row.querySelectorAll("[id]")]) element.id = element.id.replace(/0$/, item.id);
  for (const element of row.querySelectorAll("[aria-describedby]")) {
    const ids = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", ids.replaceAll(/-0\b/g, `-${item.id}`));
  }
  for (const form of row.querySelectorAll("form")) {
    form.setAttribute("action", form.getAttribute("action").replace("/items/0/", `/items/${item.id}/`));
  }
  row.dataset.id = item.id;
  fieldOf(row, "name").textContent = item.name;
  fieldOf(row, "status").textContent = label;
  fieldOf(row, "status").className = `badge ${style}`;
  fieldOf(row, "edited").textContent = item.editedUntil ? "Being edited" : "";
  fieldOf(row, "quantity").textContent = (item.quantity ?? 0).toLocaleString("en");
  fieldOf(row, "ordered").textContent = item.ordered.toLocaleString("en");
  fieldOf(row, "amount").max = item.quantity ?? 1;
  fieldOf(row, "reason").textContent = isInStock ? "" : "None in stock";
  for (const name of ["amount", "order"]) fieldOf(row, name).disabled = !isInStock;
  fieldOf(row, "edit").disabled = Boolean(item.editedUntil);
  return row;
}

// An element with the focus keeps it, and says why it does nothing.
function setDisabled(control, isDisabled) {
  const hasFocus = control === document.activeElement;
  control.disabled = isDisabled && !hasFocus;
  control.ariaDisabled = isDisabled && hasFocus ? "true" : null;
}

// Makes a row like another one, and returns whether anything changed. Text that a user is entering stays.
function copy(other, row) {
  let isNew = false;
  for (const from of other.querySelectorAll("[data-field]")) {
    const to = fieldOf(row, from.dataset.field);
    if (to.localName === "span") {
      if (to.textContent === from.textContent) continue;
      to.textContent = from.textContent;
      to.className = from.className;
      isNew = true;
    } else {
      if (to.localName === "input") to.max = from.max;
      setDisabled(to, from.disabled);
    }
  }
  return isNew;
}

// Shows a row, in place of the existing one, and returns whether anything changed.
function put(row) {
  const id = Number(row.dataset.id);
  const old = rowOf(id);
  if (old) {
    if (!copy(row, old)) return false;
  } else {
    rows.insertBefore(row, [...rows.children].find((other) => Number(other.dataset.id) > id) ?? null);
  }
  const shown = old ?? row;
  shown.classList.remove("changed");
  // Restarts the animation.
  void shown.offsetWidth;
  shown.classList.add("changed");
  return true;
}

function remove(row) {
  // A row with the focus stays, because otherwise the keyboard focus would be lost.
  if (row && !row.contains(document.activeElement)) row.remove();
}

function noteCount() {
  const count = rows.children.length;
  const isPart = end !== Infinity || page.searchParams.get("after");
  document.getElementById("caption").textContent =
    `${count.toLocaleString("en")} ${count === 1 ? "item" : "items"}${isPart ? " on this page" : ""}`;
  document.getElementById("table").hidden = count === 0;
  document.getElementById("empty").hidden = count > 0;
}

// Announces what others have changed, the last three changes at most.
function tell(text) {
  const message = document.createElement("p");
  message.textContent = text;
  message.addEventListener("animationend", (event) => {
    if (event.animationName === "leave") message.remove();
  });
  news.append(message);
  while (news.children.length > 3) news.firstElementChild.remove();
}

function show(item) {
  const isHere = isShown(item);
  if (!isHere) remove(rowOf(item.id));
  if ((isHere || rowOf(item.id)) && put(makeRow(item))) tell(textOf(item));
  noteCount();
}

// Reads the items again, when the changes aren't known any more.
async function refresh() {
  events.close();
  try {
    const response = await fetch(page);
    if (!response.ok) throw new Error(response.statusText);
    const other = new DOMParser().parseFromString(await response.text(), "text/html");
    const added = [...other.getElementById("items").children];
    const ids = new Set(added.map((row) => row.id));
    for (const row of [...rows.children]) if (!ids.has(row.id)) remove(row);
    for (const row of added) put(document.adoptNode(row));
    document.getElementById("next").replaceChildren(...other.getElementById("next").childNodes);
    end = other.querySelector("#next a[rel=next]") ? Math.max(...added.map((row) => Number(row.dataset.id))) : Infinity;
    noteCount();
    main.dataset.events = other.getElementById("main").dataset.events;
    follow();
  } catch {
    noteLoss();
    setTimeout(refresh, 5000);
  }
}

function setLive(isLive) {
  live.hidden = false;
  live.classList.toggle("lost", !isLive);
  live.textContent = isLive ? "Live" : "Not live";
}

function noteLoss() {
  setLive(false);
  if (!isLost) tell("Changes aren’t shown at the moment.");
  isLost = true;
}

function follow() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource(main.dataset.events);
  events.addEventListener("message", (event) => {
    // Where the next stream continues.
    main.dataset.events = main.dataset.events.replace(/after=.*/, `after=${event.lastEventId}`);
    show(JSON.parse(event.data));
  });
  events.addEventListener("reload", refresh);
  events.addEventListener("open", () => {
    setLive(true);
    if (isLost) tell("Changes are shown again.");
    isLost = false;
  });
  events.addEventListener("error", () => {
    noteLoss();
    // When it is rejected. When the connection is lost, the browser retries by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  });
}

// Times are shown in the reader's time zone.
for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString();
}

document.addEventListener("focusout", ({ target }) => {
  if (target.ariaDisabled === "true") [target.disabled, target.ariaDisabled] = [true, null];
});

document.addEventListener("submit", (event) => {
  // It was disabled while it had the focus.
  if (event.submitter?.ariaDisabled === "true") event.preventDefault();
});

if (rows) {
  // Reloading shows the page, and doesn't send the form again.
  if (page.href !== location.href.split("#")[0]) history.replaceState(null, "", page);
  follow();
  // A browser has few connections to a server, so a hidden page has none.
  document.addEventListener("visibilitychange", follow);
}
