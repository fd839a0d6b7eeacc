import Foundation
import XCTest

@testable import TroupeDiagnostics

private enum RowAction: Equatable {
  case tapped
  case renamed(String)
}

private enum ElementAction: Equatable {
  case element(id: Int, action: RowAction)
}

private indirect enum FeatureAction {
  case start
  case changed(String, count: Int)
  case rows(ElementAction)
  case picked(Choice)
  case many([String])
  case reply(Result<Int, LoginError>)
}

private enum Choice { case secretOne }

private enum LoginError: Error {
  case offline
  case rejected(password: String)
}

private struct SecretError: Error, CustomStringConvertible {
  let description = "secret"
}

private struct Point: Hashable {
  var x = 1
  var y = 2
}

private final class Link {
  var next: Link?
  var other: Link?
  let name: String
  init(_ name: String) { self.name = name }
}

/// Values in issue texts: they are bounded, on one line, and without payloads if payloads aren't shown.
final class IssueTextTests: XCTestCase {
  func testValuesAreWrittenAsTextsAreOnOneLine() {
    func text(_ value: Any) -> String { IssueText.value(value, showsPayloads: true) }
    XCTAssertEqual(
      text(FeatureAction.changed("a\nb", count: 2)),
      "FeatureAction.changed(\"a\\nb\", count: 2)"
    )
    XCTAssertEqual(text(FeatureAction.start), "FeatureAction.start")
    XCTAssertEqual(text([Point()]), "[Point(x: 1, y: 2)]")
    XCTAssertEqual(text(["b": 2, "a": 1]), "[\"a\": 1, \"b\": 2]")
    XCTAssertEqual(text(Set([10, 9])), "Set([9, 10])")
    XCTAssertEqual(text([String: Int]()), "[:]")
    XCTAssertEqual(text(()), "()")
    XCTAssertEqual(text(Int?.none as Any), "nil")
    let link = Link("a")
    link.next = link
    XCTAssertEqual(text(link), "Link(next: Link(…), other: nil, name: \"a\")")
    link.next = nil
  }

  func testAnExcerptEnds() {
    let long = String(repeating: "x", count: 20_000_000)
    let values: [Any] = [
      long, long[...], [long], FeatureAction.changed(long, count: 1), Array(repeating: 7, count: 2_000_000),
      Set(0..<100_000), Dictionary(uniqueKeysWithValues: (0..<50_000).map { ($0, $0) }),
      Data(count: 20_000_000), String(repeating: "\u{301}", count: 2_000_000),
      LoginError.rejected(password: long),
      Array(repeating: Array(repeating: long, count: 1_000), count: 1_000), 0..<1_000_000_000,
    ]
    for value in values {
      for isShown in [true, false] {
        let text = IssueText.value(value, showsPayloads: isShown)
        XCTAssertLessThanOrEqual(text.unicodeScalars.count, 201, text)
        XCTAssertFalse(text.isEmpty)
      }
    }
    XCTAssertEqual(IssueText.value(Set(0..<1_000), showsPayloads: true), "Set([…])")
    XCTAssertEqual(
      IssueText.value(Array(repeating: 7, count: 2_000_000), showsPayloads: true),
      "[" + String(repeating: "7, ", count: 66) + "7…"
    )
  }

  func testAnExcerptReadsLittle() {
    /// Counts how many of its elements are read.
    struct Reads: Collection {
      final class Count { var value = 0 }
      let count = Count()
      var startIndex: Int { 0 }
      var endIndex: Int { 1_000_000_000 }
      func index(after index: Int) -> Int { index + 1 }
      subscript(index: Int) -> Int {
        count.value += 1
        return index
      }
    }
    let reads = Reads()
    XCTAssertTrue(IssueText.value(reads, showsPayloads: true).hasPrefix("Reads([0, 1, 2, "))
    XCTAssertLessThan(reads.count.value, 500)
  }

  func testAnExcerptOfASharedGraphEnds() {
    var list: [Any] = ["end"]
    for _ in 0..<40 { list = [list, list] }
    XCTAssertLessThanOrEqual(IssueText.value(list, showsPayloads: true).count, 201)
    // Sets are sorted first, so their parts are read before anything is written.
    var set: Set<AnyHashable> = []
    for depth in 0..<6 { set = [AnyHashable(set), AnyHashable([depth: set]), AnyHashable([set])] }
    XCTAssertLessThanOrEqual(IssueText.value(set, showsPayloads: true).count, 201)
    var link = Link("end")
    for level in 0..<40 {
      let next = Link("\(level)")
      (next.next, next.other) = (link, link)
      link = next
    }
    XCTAssertLessThanOrEqual(IssueText.value(link, showsPayloads: true).count, 201)
  }

  func testWithoutPayloadsAValueIsItsTypeAndCase() {
    func text(_ value: Any) -> String { IssueText.value(value, showsPayloads: false) }
    XCTAssertEqual(text(FeatureAction.start), "FeatureAction.start")
    XCTAssertEqual(text(FeatureAction.changed("secret", count: 2)), "FeatureAction.changed(…, count: …)")
    XCTAssertEqual(text(FeatureAction.many(["secret"])), "FeatureAction.many(…)")
    XCTAssertEqual(text(FeatureAction.picked(.secretOne)), "FeatureAction.picked(…)")
    XCTAssertEqual(text(FeatureAction.reply(.failure(.offline))), "FeatureAction.reply(…)")
    XCTAssertEqual(
      text(FeatureAction.rows(.element(id: 1, action: .tapped))),
      "FeatureAction.rows(.element(id: …, action: .tapped))"
    )
    XCTAssertEqual(
      text(FeatureAction.rows(.element(id: 1, action: .renamed("secret")))),
      "FeatureAction.rows(.element(id: …, action: .renamed(…)))"
    )
    XCTAssertEqual(text("secret"), "String(…)")
    XCTAssertEqual(text(Point()), "Point(…)")
    XCTAssertEqual(text(AnyHashable("secret")), "String(…)")
    XCTAssertEqual(text(RowAction?.some(.tapped) as Any), "RowAction.tapped")
  }

  func testErrors() {
    func texts(_ error: any Error) -> [String] {
      [true, false].map { IssueText.error(error, showsPayloads: $0) }
    }
    XCTAssertEqual(
      texts(LoginError.rejected(password: "secret")),
      ["LoginError.rejected(password: \"secret\")", "LoginError.rejected(password: …)"]
    )
    XCTAssertEqual(texts(LoginError.offline), ["LoginError.offline", "LoginError.offline"])
    XCTAssertEqual(texts(SecretError()), ["secret", "SecretError(…)"])
  }

  func testIDs() {
    func texts(_ id: Any) -> [String] { [true, false].map { IssueText.id(id, showsPayloads: $0) } }
    XCTAssertEqual(texts("secret\u{202E}\n"), ["secret\\u{202E}\\n", "String(…)"])
    XCTAssertEqual(texts(7), ["7", "Int(…)"])
    XCTAssertEqual(texts(Point()), ["Point(x: 1, y: 2)", "Point(…)"])
    XCTAssertLessThanOrEqual(texts(String(repeating: "x", count: 2_000_000))[0].count, 201)
    XCTAssertLessThanOrEqual(texts(Array(repeating: 1, count: 2_000_000))[0].count, 201)
  }

  func testWhatCanNotBeSeenIsEscapedInNamesAndDescriptions() {
    XCTAssertEqual(IssueText.name("a\r\nb\u{1B}[31m\u{2028}\u{2066}"), #"a\r\nb\u{1B}[31m\u{2028}\u{2066}"#)
    XCTAssertEqual(
      IssueText.name(String(repeating: "n", count: 101)),
      String(repeating: "n", count: 100) + "…"
    )
    struct Forged: Error, CustomStringConvertible {
      let description = "one\nissue: two\u{202E}"
    }
    XCTAssertEqual(IssueText.error(Forged(), showsPayloads: true), #"one\nissue: two\u{202E}"#)
  }
}
