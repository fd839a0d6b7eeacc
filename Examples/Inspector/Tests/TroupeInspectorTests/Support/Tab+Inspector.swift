import BrowserTesting
import Foundation
import XCTest

extension Tab {
  /// Presses a key of a letter or a sign.
  func press(letter: String) async throws {
    try await press(letter, Int(letter.uppercased().unicodeScalars.first?.value ?? 0), letter)
  }

  /// Clicks an element as a user does with a mouse.
  func click(_ selector: String) async throws {
    _ = try await value("(document.querySelector('\(selector)').click(), true)", Bool.self)
  }

  /// Writes what it shows into a file.
  func screenshot(_ path: String) async throws {
    struct Image: Decodable { let data: Data }
    let image = try await browser.call(
      "Page.captureScreenshot",
      ["format": "png"],
      in: session,
      as: Image.self
    )
    try image.data.write(to: URL(filePath: path))
  }

  /// Writes what it shows into the folder that the environment names, for a look at it.
  func picture(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["TROUPE_SCREENSHOTS"] else { return }
    try await draw()
    try await screenshot("\(folder)/\(name).png")
  }
}
