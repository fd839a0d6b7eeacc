import XCTest

@testable import WarehouseServer

final class NameSearchTests: XCTestCase {
  /// What it has to find, written without regard for speed: the same characters in the same order.
  private func finds(_ text: String, in name: String) -> Bool {
    let (text, name) = (Array(text.lowercased()), Array(name.lowercased()))
    guard text.count <= name.count else { return false }
    return (0...(name.count - text.count)).contains { name[$0...].starts(with: text) }
  }

  func testItFindsATextWhereverItIs() {
    for (text, name, isFound) in [
      ("", "Bolts", true), ("bolts", "Bolts", true), ("BOLTS", "Bolts", true), ("Bo", "Bolts", true),
      ("ts", "Bolts", true), ("lt", "Bolts", true), ("boltss", "Bolts", false), ("zzz", "Bolts", false),
      ("tt", "Bottles", true), ("aab", "aaab", true), ("[", "{", false), ("@", "`", false),
      ("é", "CAFÉ", true),
      ("e", "cafe\u{301}", false), ("k", "\u{212A}", true), ("\u{212A}", "bolt K", true),
      ("ß", "STRASSE", false),
      ("📦", "📦", true), ("i", "İ", false), ("a b", "A B", true),
    ] {
      XCTAssertEqual(NameSearch(text).finds(name), isFound, "\(text) in \(name)")
      XCTAssertEqual(finds(text, in: name), isFound, "\(text) in \(name)")
    }
  }

  func testItFindsWhatSwiftFinds() {
    let characters: [Character] = [
      "a", "A", "b", "B", "k", "\u{212A}", "K", "é", "E", "e", "\u{301}", "ß", "İ", "i", " ", "~", "\u{7F}",
      "\r", "\n",
      "📦", "z", "Z",
    ]
    var generator = SystemRandomNumberGenerator()
    var foundCount = 0
    for _ in 0..<20_000 {
      let name = String(
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in characters.randomElement() ?? "a" }
      )
      let text = String(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in characters.randomElement() ?? "a" }
      )
      let isFound = finds(text, in: name)
      XCTAssertEqual(
        NameSearch(text).finds(name),
        isFound,
        "\(text.debugDescription) in \(name.debugDescription)"
      )
      if isFound { foundCount += 1 }
    }
    XCTAssertGreaterThan(foundCount, 1_000)
  }
}
