import Foundation
import XCTest

/// A tab of a browser, used with the keyboard.
public struct Tab: Sendable {
  /// What a screen reader gets for an element.
  public struct Node: Equatable, Sendable {
    /// The role, such as `button`.
    public let role: String
    /// The name that is read out.
    public let name: String
    /// The description that is read out after the name.
    public let description: String
    /// Whether changes in it are announced, and how.
    public let live: String?

    /// Creates a node.
    public init(role: String, name: String, description: String, live: String?) {
      self.role = role
      self.name = name
      self.description = description
      self.live = live
    }
  }

  /// The browser of the tab.
  public let browser: Browser
  /// The id of the tab's session, for commands to it.
  public let session: String

  /// Goes to a page.
  public func open(_ url: String) async throws {
    try await loading { try await browser.call("Page.navigate", ["url": url], in: session) }
  }

  /// Loads the page again.
  public func reload() async throws {
    try await loading { try await browser.call("Page.reload", in: session) }
  }

  /// Resizes the page, as on a mobile device.
  public func resize(width: Int, height: Int) async throws {
    let size: [String: any Sendable] = [
      "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true,
    ]
    try await browser.call("Emulation.setDeviceMetricsOverride", size, in: session)
  }

  /// Shows pages with a user's preferences, such as `["prefers-color-scheme": "dark"]`.
  public func prefer(_ features: [String: String], media: String = "screen") async throws {
    let list: [[String: String]] = features.map { ["name": $0, "value": $1] }
    let parameters: [String: any Sendable] = ["media": media, "features": list]
    try await browser.call("Emulation.setEmulatedMedia", parameters, in: session)
  }

  /// Sends a form to a path, even one that the page wouldn't send, and waits for the resulting page.
  public func submit(_ path: String, _ fields: [String: String]) async throws {
    let text = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    try await loading {
      _ = try await value(
        """
        (() => {
          const form = Object.assign(document.createElement("form"), { method: "post", action: "\(path)" });
          for (const [name, value] of Object.entries(\(text))) {
            form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
          }
          document.body.append(form);
          form.submit();
          return true;
        })()
        """,
        Bool.self
      )
    }
  }

  /// The browser's complaints.
  public var complaints: [String] { get async { await browser.complaints(of: session) } }

  /// Performs an action that loads a page, and waits for the page.
  public func loading(_ action: () async throws -> Void) async throws {
    let loads = await browser.loads(of: session)
    try await action()
    try await browser.waitForLoad(loads + 1, of: session)
  }

  /// The number of pages that the tab has loaded.
  public var loads: Int { get async { await browser.loads(of: session) } }

  /// The value of an expression. It can be read even if the page can't run a script.
  public func value<Value: Decodable & Sendable>(
    _ expression: String,
    _: Value.Type = String.self
  ) async throws -> Value {
    try await browser.call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true],
      in: session,
      as: Evaluated<Value>.self
    ).result.value
  }

  /// Waits until the page is drawn. Only then does the element with `autofocus` have the focus.
  public func draw() async throws {
    let frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    _ = try await value(frames, Bool.self)
  }

  /// The text of the first element that a selector finds; empty if there is none.
  public func text(_ selector: String) async throws -> String {
    try await value("(document.querySelector('\(selector)')?.textContent ?? '').trim()")
  }

  /// Waits until a condition holds for the document, which a script of the page changes.
  public func wait(
    until condition: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    // real time: a page whose script does nothing would have the test wait for ever.
    let isMet = try await value(
      """
      new Promise((resolve) => {
        const check = () => { if (\(condition)) resolve(true) };
        new MutationObserver(check).observe(document, {
          attributes: true, characterData: true, childList: true, subtree: true,
        });
        setTimeout(() => resolve(false), 20000);
        check();
      })
      """,
      Bool.self
    )
    if !isMet { try await fail("It doesn't come to \(condition)", file, line) }
  }

  /// Moves forward from element to element, until the focus is on one that a selector finds.
  public func tab(to selector: String, file: StaticString = #filePath, line: UInt = #line) async throws {
    for _ in 0..<50 {
      try await press("Tab", 9)
      if try await hasFocus(selector) { return }
    }
    try await fail("The keyboard doesn't come to \(selector)", file, line)
  }

  private func fail(_ text: String, _ file: StaticString, _ line: UInt) async throws {
    XCTFail("\(text) in:\n\(try await value("document.body.innerText"))", file: file, line: line)
    throw Browser.Failed(description: "The test can't continue.")
  }

  /// Whether the focus is on an element that a selector finds.
  public func hasFocus(_ selector: String) async throws -> Bool {
    try await value("document.activeElement.matches('\(selector)')", Bool.self)
  }

  /// Presses a key, and releases it.
  ///
  /// - Parameters:
  ///   - key: The name of the key.
  ///   - code: The key's code.
  ///   - text: The text that the key types; nil for none.
  public func press(_ key: String, _ code: Int, _ text: String? = nil) async throws {
    var event: [String: any Sendable] = ["key": key, "code": key, "windowsVirtualKeyCode": code]
    event["type"] = text == nil ? "rawKeyDown" : "keyDown"
    event["text"] = text
    try await browser.call("Input.dispatchKeyEvent", event, in: session)
    event["type"] = "keyUp"
    event["text"] = nil
    try await browser.call("Input.dispatchKeyEvent", event, in: session)
  }

  /// Presses a button or follows a link, and waits for the resulting page.
  public func enter(_ selector: String, file: StaticString = #filePath, line: UInt = #line) async throws {
    try await tab(to: selector, file: file, line: line)
    try await loading { try await press("Enter", 13, "\r") }
  }

  /// Types in the element with the focus. Selected text in it is replaced.
  public func type(_ text: String) async throws {
    try await browser.call("Input.insertText", ["text": text], in: session)
  }

  /// What a screen reader gets for the page.
  public func accessibility() async throws -> [Node] {
    struct Value: Decodable {
      let text: String?

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = try? values.decode(String.self, forKey: .value)
      }

      private enum CodingKeys: CodingKey { case value }
    }
    struct Property: Decodable {
      let name: String
      let value: Value
    }
    struct Element: Decodable {
      let ignored: Bool
      let role: Value?
      let name: Value?
      let description: Value?
      let properties: [Property]?
    }
    struct Tree: Decodable { let nodes: [Element] }
    let tree = try await browser.call("Accessibility.getFullAXTree", in: session, as: Tree.self)
    return tree.nodes.filter { !$0.ignored }.map { element in
      Node(
        role: element.role?.text ?? "",
        name: element.name?.text ?? "",
        description: element.description?.text ?? "",
        live: element.properties?.first { $0.name == "live" }?.value.text
      )
    }
  }
}

private struct Evaluated<Value: Decodable & Sendable>: Decodable, Sendable {
  struct Result: Decodable, Sendable { let value: Value }
  let result: Result
}
