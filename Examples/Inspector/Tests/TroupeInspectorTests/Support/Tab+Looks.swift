import BrowserTesting
import Foundation
import XCTest

/// Checks of how the page looks.
extension Tab {
  /// The pairs of visible texts that overlap.
  func overlaps() async throws -> [String] {
    try await value(
      """
      (() => {
        const shown = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode;
          const element = text.parentElement;
          if (!text.data.trim() || element.closest("[hidden], .visually-hidden, .skip, option, dialog:not([open])")) continue;
          const range = document.createRange();
          range.selectNodeContents(text);
          for (const line of range.getClientRects()) {
            // What the elements around it leave of it.
            let box = { left: line.left, top: line.top, right: line.right, bottom: line.bottom };
            for (let outer = element; outer; outer = outer.parentElement) {
              const style = getComputedStyle(outer);
              if (style.overflowX === "visible" && style.overflowY === "visible") continue;
              const edge = outer.getBoundingClientRect();
              box = {
                left: Math.max(box.left, edge.left), top: Math.max(box.top, edge.top),
                right: Math.min(box.right, edge.right), bottom: Math.min(box.bottom, edge.bottom),
              };
            }
            if (box.right - box.left > 2 && box.bottom - box.top > 2) shown.push({ element, text: text.data.trim(), ...box });
          }
        }
        const found = [];
        const isModal = document.querySelector("dialog[open]");
        for (const [index, one] of shown.entries()) {
          for (const other of shown.slice(index + 1)) {
            if (one.element === other.element || (isModal && isModal.contains(one.element) !== isModal.contains(other.element))) continue;
            const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            // Lines of text are higher than their letters.
            if (width > 1 && height > 4) found.push(`${one.text.slice(0, 40)} | ${other.text.slice(0, 40)}`);
          }
        }
        return found.slice(0, 10);
      })()
      """,
      [String].self
    )
  }

  /// The contrast of pairs of the page's colors, by their names.
  func contrasts(_ pairs: [(text: String, ground: String)]) async throws -> [String: Double] {
    let list = pairs.map { "[\"\($0.text)\", \"\($0.ground)\"]" }.joined(separator: ",")
    return try await value(
      """
      (() => {
        const style = getComputedStyle(document.documentElement);
        const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const light = (name) => {
          context.fillStyle = style.getPropertyValue(name).trim();
          context.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((one) => {
            const part = one / 255;
            return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return Object.fromEntries([\(list)].map(([text, ground]) => {
          const [one, other] = [light(text), light(ground)];
          return [`${text} on ${ground}`, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)];
        }));
      })()
      """,
      [String: Double].self
    )
  }
}
