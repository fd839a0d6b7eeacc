import CasePathsFixtures
import TroupeCasePaths
import TroupeDiagnostics
import XCTest

enum Screen: CasePathable, Equatable, Sendable {
  case home
  case list([Int])
  case message(Message)
  indirect case detour(Screen)

  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let home = AnyCasePath(embed: Screen.home) { if case .home = $0 { () } else { nil } }
    let list = AnyCasePath(embed: Screen.list) { if case .list(let it) = $0 { it } else { nil } }
    let message = AnyCasePath(embed: Screen.message) { if case .message(let it) = $0 { it } else { nil } }
    let detour = AnyCasePath(embed: Screen.detour) { if case .detour(let it) = $0 { it } else { nil } }
  }
}

final class CasePathsTests: CasePathsTestCase {
  private let text = Screen.message(.text("a"))

  // MARK: Reading

  func testPayloadsAreMembersAndSubscripts() {
    XCTAssertEqual(text.message, .text("a"))
    XCTAssertEqual(text.message?.text, "a")
    XCTAssertNil(text.list)
    XCTAssertEqual(text[case: \.message], .text("a"))
    XCTAssertNil(text[case: \.list])
    XCTAssertEqual(text[case: \.message.text], "a")
    XCTAssertNil(text[case: \.message.number])
    XCTAssertNil(Screen.home[case: \.message.text])
    XCTAssertNotNil(Screen.home[case: \.home])
    let path = \Screen.Cases.message.text
    XCTAssertEqual(text[case: path], "a")
    XCTAssertEqual(text[case: \.self], text)
    XCTAssertEqual([text, .home].compactMap(\.message), [.text("a")])
  }

  // S405
  func testCasesAndTheirSubcasesAreMatched() {
    XCTAssertTrue(text.is(\.message))
    XCTAssertTrue(text.is(\.message.text))
    XCTAssertTrue(text.is(\.self))
    XCTAssertFalse(text.is(\.message.number))
    XCTAssertFalse(text.is(\.home))
    XCTAssertTrue(Screen.home.is(\.home))
    let partial: PartialCaseKeyPath<Screen> = \.message.text
    XCTAssertTrue(text.is(partial))
    XCTAssertFalse(Screen.home.is(partial))

    func name(_ screen: Screen) -> String {
      switch screen {
      case \.home: "home"
      case \.message.number: "number"
      case /Screen.message: "message"
      default: "other"
      }
    }
    XCTAssertEqual(
      [.home, .message(.number(1)), text, .list([])].map(name),
      ["home", "number", "message", "other"]
    )
  }

  // MARK: Changing

  // S403
  func testModifyingChangesThePayloadOfTheCase() throws {
    var screen = text
    screen.modify(\.message) { $0 = .number(1) }
    XCTAssertEqual(screen, .message(.number(1)))
    screen.modify(\.message.number) { $0 += 1 }
    XCTAssertEqual(screen, .message(.number(2)))
    screen.modify(\.self) { $0 = .detour($0) }
    screen.modify(\.detour.message.number) { $0 += 1 }
    XCTAssertEqual(screen, .detour(.message(.number(3))))
    XCTAssertThrowsError(
      try screen.modify(\.detour) { screen throws(Stop) in
        screen = .home
        throw Stop()
      }
    )
    XCTAssertEqual(screen, .detour(.home))
  }

  // S403
  func testModifyingAnotherCaseChangesNothingAndIsAnIssue() {
    var screen = text
    let line: UInt = #line
    withExpectedIssue(matching: { $0.message.contains("case, .message") && $0.location.line == line + 2 }) {
      screen.modify(\.list) { $0.append(1) }
    }
    withExpectedIssue(matching: { $0.location.line == line + 5 }) {
      screen.modify(\.message.number) { $0 += 1 }
    }
    XCTAssertEqual(screen, text)
  }

  func testModifyingReturnsWhatTheClosureReturns() {
    var screen = Screen.list([1])
    XCTAssertEqual(AnyCasePath(\Screen.Cases.list).modify(&screen) { $0.removeLast() }, 1)
    XCTAssertNil(AnyCasePath(\Screen.Cases.message).modify(&screen) { _ in 1 })
    XCTAssertEqual(screen, .list([]))
  }

  /// The address of the elements stays the same, so they aren't copied.
  func testModifyingCopiesNoElements() {
    func address(_ list: inout [Int]) -> UnsafeMutableRawPointer? {
      list.withUnsafeMutableBytes { $0.baseAddress }
    }
    let list: [any CaseKeyPath<Screen, [Int]> & Sendable] = [\.list, /Screen.list, \.self.list]
    let detour: [any CaseKeyPath<Screen, [Int]> & Sendable] = [\.detour.list, \.detour.self.list]
    let slashed = AnyCasePath(/Screen.detour).appending(path: AnyCasePath(/Screen.list))
    let inner: [AnyCasePath<Screen, [Int]>] = list.map { AnyCasePath($0) }
    let outer: [AnyCasePath<Screen, [Int]>] = detour.map { AnyCasePath($0) } + [slashed]
    for (path, isDetour) in inner.map({ ($0, false) }) + outer.map({ ($0, true) }) {
      var elements = Array(0..<100_000)
      let before = address(&elements)
      var screen = isDetour ? Screen.detour(.list(elements)) : .list(elements)
      elements = []
      for _ in 0..<3 {
        let during = path.modify(&screen) { list in
          list[7] += 1
          return address(&list)
        }
        XCTAssertEqual(during, before)
      }
      XCTAssertEqual(path.extract(from: screen)?[7], 10)
    }
  }

  func testACopyIsNotChangedWithTheOriginal() {
    for path in [AnyCasePath(\Screen.Cases.detour), AnyCasePath(/Screen.detour)] {
      var screen = Screen.detour(.list([1]))
      let copy = screen
      path.modify(&screen) { $0 = .list([2]) }
      XCTAssertEqual(copy, .detour(.list([1])))
      XCTAssertEqual(screen, .detour(.list([2])))
    }
  }

  func testPayloadsAreNeitherLeakedNorReleasedTwice() {
    let paths: [AnyCasePath<Shape, Token>] = [
      AnyCasePath(\.token), AnyCasePath(/Shape.token), AnyCasePath(\.shape.token),
      AnyCasePath(/Shape.shape).appending(path: AnyCasePath(/Shape.token)),
    ]
    for path in paths {
      weak var first: Token?
      weak var second: Token?
      do {
        let (old, new) = (Token(), Token())
        (first, second) = (old, new)
        var shape = path.embed(old)
        for _ in 0..<3 { XCTAssertTrue(path.extract(from: shape) === old) }
        path.modify(&shape) { $0 = new }
        XCTAssertTrue(path.extract(from: shape) === new)
      }
      XCTAssertNil(first)
      XCTAssertNil(second)
    }
  }

  // MARK: Paths

  // S404
  func testAppendedPathsExtractAndEmbedThroughBoth() {
    let path = (\Screen.Cases.message).appending(path: \.text)
    XCTAssertEqual(text[case: path], "a")
    XCTAssertEqual(path("b"), .message(.text("b")))
    XCTAssertEqual(path, \.message.text)
    let slashed = (/Screen.message).appending(path: /Message.text)
    XCTAssertEqual(text[case: slashed], "a")
    XCTAssertNil(Screen.message(.number(1))[case: slashed])
    XCTAssertEqual(slashed("b"), .message(.text("b")))
    let mixed = AnyCasePath((\Screen.Cases.detour).appending(path: /Screen.message).appending(path: \.text))
    XCTAssertEqual(mixed.extract(from: .detour(text)), "a")
    XCTAssertNil(mixed.extract(from: text))
    XCTAssertNil(mixed.extract(from: .detour(.home)))
    XCTAssertEqual(mixed.embed("b"), .detour(.message(.text("b"))))
  }

  // S407
  func testTheIdentityPathReturnsItsArgument() {
    XCTAssertEqual((\Screen.Cases.self)(text), text)
    let identity = AnyCasePath(\Screen.Cases.self)
    XCTAssertEqual(identity.extract(from: text), text)
    XCTAssertEqual(AnyCasePath(\Case<Int>.self).embed(3), 3)
    var screen = text
    identity.modify(&screen) { $0 = .home }
    XCTAssertEqual(screen, .home)
  }

  func testPathsAreCalledToEmbed() {
    XCTAssertEqual((\Screen.Cases.list)([1]), .list([1]))
    XCTAssertEqual((\Screen.Cases.home)(), .home)
    XCTAssertEqual((/Screen.home)(), .home)
    XCTAssertEqual((/Screen.list)([1]), .list([1]))
  }

  // S406
  func testPartialPathsEmbedValuesOfTheRightTypeOnly() {
    let list: PartialCaseKeyPath<Screen> = \.list
    XCTAssertEqual(list([1]), .list([1]))
    XCTAssertNil(list("a"))
    XCTAssertNil(list(1))
    let nested: PartialCaseKeyPath<Screen> = \.message.text
    XCTAssertEqual(nested("b"), .message(.text("b")))
    XCTAssertNil(nested(Message.text("b")))
    let slashed: PartialCaseKeyPath<Screen> = /Screen.list
    XCTAssertEqual(slashed([1]), .list([1]))
    let identity: PartialCaseKeyPath<Screen> = \.self
    XCTAssertEqual(identity(text), text)
    XCTAssertNil(identity(1))
    let error: PartialCaseKeyPath<Shape> = \.error
    XCTAssertTrue(error(Stop())?.error is Stop)
    XCTAssertNil(error(1))
  }

  // S406
  func testPartialPathsTakeTheirOwnNilOnly() {
    let path: PartialCaseKeyPath<Shape> = \.optional
    XCTAssertEqual(path(Int?.some(1) as Any)?.optional, 1)
    XCTAssertEqual(path(1)?.optional, 1)
    XCTAssertEqual(path(Int?.none as Any)?.optional, .some(nil))
    XCTAssertNil(path(String?.none as Any))
    XCTAssertNil(path("a"))
  }

  func testLiteralsAreAcceptedWhereSendablePathsAreAsked() async {
    func keep<Root: Sendable, Value: Sendable>(
      _ path: any CaseKeyPath<Root, Value> & Sendable,
      _ root: Root
    ) async -> Value? {
      await Task.detached { AnyCasePath(path).extract(from: root) }.value
    }
    let results = await [
      keep(\.message.text, text), keep(\Screen.Cases.message.text, text), keep(/Message.text, .text("a")),
    ]
    XCTAssertEqual(results, ["a", "a", "a"])
  }
}
