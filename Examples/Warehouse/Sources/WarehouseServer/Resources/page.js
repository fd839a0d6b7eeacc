// Keeps the table of a warehouse up to date. Everything else on the page works without it.
"use strict";

const main = document.getElementById("main");
const news = document.getElementById("news");
const rows = document.getElementById("items");

// As in ItemsPage.swift.
function statusText(item) {
  if (item.status === "inStock") return `${item.quantity} in stock`;
  return item.isOnBackOrder ? "Out of stock, on back order" : "Out of stock";
}

function isShown(item) {
  const query = new URLSearchParams(location.search);
  const status = query.get("status") || "";
  if (status === "onBackOrder" ? !item.isOnBackOrder : status !== "" && status !== item.status) return false;
  return item.name.toLowerCase().includes((query.get("q") || "").toLowerCase());
}

function newRow(item) {
  // The model is the server's, and the id a number. The texts of users are set below, as text.
  const body = document.createElement("tbody");
  body.innerHTML = document.getElementById("row").innerHTML.replaceAll("ID", Number(item.id));
  rows.append(body.firstElementChild);
  return document.getElementById(`item-${item.id}`);
}

function set(row, field, text) {
  const place = row.querySelector(`[data-field="${field}"]`);
  if (place.textContent === text) return false;
  place.textContent = text;
  return true;
}

function show(item) {
  let row = document.getElementById(`item-${item.id}`);
  if (!isShown(item)) {
    // A row with the focus stays, or the keyboard would be nowhere.
    if (row && !row.contains(document.activeElement)) row.remove();
    return;
  }
  row ??= newRow(item);
  const status = statusText(item);
  const edited = item.editedUntil ? "Being edited" : "";
  const isNew = [
    set(row, "name", item.name), set(row, "status", status), set(row, "ordered", `${item.ordered}`),
    set(row, "edited", edited),
  ];
  if (isNew.some(Boolean)) news.textContent = [item.name, status, edited].filter(Boolean).join(", ");
}

if (main.dataset.events) {
  const events = new EventSource(main.dataset.events);
  events.addEventListener("message", (event) => show(JSON.parse(event.data)));
  events.addEventListener("reload", () => location.reload());
}
