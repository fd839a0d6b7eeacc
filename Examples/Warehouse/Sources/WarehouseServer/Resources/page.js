// Keeps the table of a warehouse up to date. Everything else on the page works without it.
"use strict";

const main = document.getElementById("main");
const news = document.getElementById("news");
const rows = document.getElementById("items");
let events, isLost = false;
// The last item of this page; what comes after it is on the next one.
let end = lastOf(document);

function lastOf(page) {
  const hasNext = page.querySelector("#next a") !== null;
  return hasNext ? Number(page.querySelector("#items").lastElementChild.dataset.id) : Infinity;
}

function isShown(item) {
  const query = new URLSearchParams(location.search);
  const status = query.get("status") || "";
  if (item.id <= Number(query.get("after")) || item.id > end) return false;
  if (status === "onBackOrder" ? !item.isOnBackOrder : status !== "" && status !== item.status) return false;
  return item.name.toLowerCase().includes((query.get("q") || "").toLowerCase());
}

// As in ItemsPage.swift.
function statusText(item) {
  if (item.status === "inStock") return `${item.quantity} in stock`;
  return item.isOnBackOrder ? "Out of stock, on back order" : "Out of stock";
}

function fieldsOf(item) {
  return {
    name: item.name, status: statusText(item), ordered: `${item.ordered}`,
    edited: item.editedUntil ? "Being edited" : "",
  };
}

function rowOf(id) {
  return document.getElementById(`item-${id}`);
}

function addRow(id) {
  // The model is the server's, and the id a number. The texts of users are set below, as text.
  const body = document.createElement("tbody");
  body.innerHTML = document.getElementById("row").innerHTML.replaceAll("ID", Number(id));
  const row = body.firstElementChild;
  rows.insertBefore(row, [...rows.children].find((other) => Number(other.dataset.id) > id) ?? null);
  return row;
}

// Shows the fields of an item, and says whether there was something new.
function setFields(row, fields) {
  let isNew = false;
  for (const place of row.querySelectorAll("[data-field]")) {
    const text = fields[place.dataset.field];
    if (place.textContent === text) continue;
    place.textContent = text;
    isNew = true;
  }
  return isNew;
}

function remove(row) {
  // A row with the focus stays, or the keyboard would be nowhere.
  if (row && !row.contains(document.activeElement)) row.remove();
}

function noteCount() {
  rows.parentElement.caption.textContent = rows.children.length > 0 ? "Items" : "No items";
}

function show(item) {
  if (!isShown(item)) remove(rowOf(item.id));
  const fields = fieldsOf(item);
  const row = rowOf(item.id) ?? (isShown(item) ? addRow(item.id) : null);
  if (row && setFields(row, fields)) {
    news.textContent = [fields.name, fields.status, fields.edited].filter(Boolean).join(", ");
  }
  noteCount();
}

// Reads the items anew, when it isn't known any more what has changed. What somebody writes in a form stays.
async function refresh() {
  events.close();
  try {
    const response = await fetch(location.href);
    if (!response.ok) throw new Error(response.statusText);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const added = [...page.getElementById("items").children];
    const ids = new Set(added.map((row) => row.id));
    for (const row of [...rows.children]) if (!ids.has(row.id)) remove(row);
    for (const other of added) {
      const places = [...other.querySelectorAll("[data-field]")];
      const fields = Object.fromEntries(places.map((place) => [place.dataset.field, place.textContent]));
      setFields(rowOf(other.dataset.id) ?? addRow(Number(other.dataset.id)), fields);
    }
    document.getElementById("next").replaceChildren(...page.getElementById("next").childNodes);
    end = lastOf(page);
    noteCount();
    main.dataset.events = page.getElementById("main").dataset.events;
    follow();
  } catch {
    noteLoss();
    setTimeout(refresh, 5000);
  }
}

function noteLoss() {
  if (!isLost) news.textContent = "Changes aren’t shown at the moment.";
  isLost = true;
}

function follow() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource(main.dataset.events);
  events.addEventListener("message", (event) => {
    // Where the next stream goes on.
    main.dataset.events = main.dataset.events.replace(/after=.*/, `after=${event.lastEventId}`);
    show(JSON.parse(event.data));
  });
  events.addEventListener("reload", refresh);
  events.addEventListener("open", () => {
    if (isLost) news.textContent = "Changes are shown again.";
    isLost = false;
  });
  events.addEventListener("error", () => {
    noteLoss();
    // When it is refused. When the connection is lost, the browser tries again on its own.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  });
}

// Times are shown as those of the place where they are read.
for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString();
}

if (main.dataset.events) {
  follow();
  // A browser has few connections to a server, so a page that nobody sees has none.
  document.addEventListener("visibilitychange", follow);
}
