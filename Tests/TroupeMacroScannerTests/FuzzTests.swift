import Foundation
import TroupeMacroScanner
import TroupeTesting
import XCTest

/// Unnatural source: the scanner must neither trap nor run forever, because the compiler waits for it.
///
/// `TROUPE_SEEDS` sets how many inputs are tried, `TROUPE_SEED` replays one. `.ci/soak fuzz` tries 100,000.
final class FuzzTests: XCTestCase {
  private static let sources = [
    """
    @CasePathable @available(macOS 10, *) public indirect enum Everything<A, B: C>: D where A == B {
      case one(Int), two(a: [String: (Int) -> Bool] = [:], _ b: Set<Set<Int>> = Set<Set<Int>>())
      #if os(Linux) && !X
      @A(1) case `default` = "x\\(1 + "\\(2)")y"
      #elseif Y
      case regex(Regex<Substring> = /a[/]b/, raw: String = ##"a"#b"##)
      #endif
      var text: String { get { \"\"\"
        }} \\("a")
        \"\"\" } set {} }
    }
    """,
    """
    @Reducer nonisolated struct Feature: Sendable {
      #if A
      @B
      #endif
      private(set) var a = 1 < 2 ? x<y>(z) : 3 { didSet { b() } willSet {} }
      let c: @Sendable (_ d: inout Int) async throws(E) -> [F]? = { $0 /* } */ }, (g, h) = (1, 0x1p-3)
      var body: some Reducer<State, Action> { Reduce { a, b in .none } }
      static func == (l: Self, r: Self) -> Bool { l.a/2 == r.a / 3 }
    }
    """,
    "@Sendable (_ a: A<B, (C) -> D>, inout E...) async throws(F) -> ((G) -> H)?",
  ].map { Array($0.utf8) }

  private static let pieces = [
    "(", ")", "[", "]", "{", "}", "<", ">", "\"", "\"\"\"", "\\(", "#", "#if ", "#endif", "/", "/*", "*/",
    "//", "`",
    "@", "->", "=", ":", ",", "\n", "\r", "case ", "var ", "enum ", "\u{0}", "é", "🎉", "?", "!", ".", "&",
    "#\"",
    "\"#", "#/", "/#", "where ", "0x", "$", "~", "any ", "init", "get ", "didSet ",
  ].map { Array($0.utf8) }

  func testNoSourceTrapsOrHangsTheScanner() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 3_000
    let seeds = environment["TROUPE_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(0..<count)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.damaged(using: &generator)
      let text = SourceText(bytes)
      // Printed only if it fails: after a trap, it is the last line of the log.
      XCTAssertTrue(Self.isOrderly(text), "TROUPE_SEED=\(seed): \(String(decoding: bytes, as: UTF8.self))")
      Self.scan(text)
    }
  }

  func testTheWorkIsLinearInTheLengthOfTheSource() {
    func work(_ piece: [UInt8], _ count: Int) -> Duration {
      let bytes = Array("enum A {\n".utf8) + Array(repeatElement(piece, count: count).joined())
      return (0..<3).map { _ in Self.work { Self.scan(SourceText(bytes)) } }.min() ?? .zero
    }
    // Sixteen times the source may take sixteen times as much work, and 256 times if it is quadratic.
    let awkward = [
      "a<", "#if\n@a\n", "\\", "\"\\(", "(", "#", "case a(", "@a<", "/a ", "var a = b<c, d\n", ")]}",
    ]
    for piece in Self.pieces + awkward.map({ Array($0.utf8) }) {
      let (short, long) = (work(piece, 250), work(piece, 4_000))
      XCTAssertLessThan(long, max(short, .milliseconds(2)) * 80, String(decoding: piece, as: UTF8.self))
    }
  }

  /// The processor time of the current thread, regardless of other work of the machine.
  private static func work(_ body: () -> Void) -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    body()
    return now() - start
  }

  // MARK: Making and checking

  private static func damaged(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = sources[Int.random(in: sources.indices, using: &generator)]
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 1...12, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.removeSubrange(..<place)
      case 2: bytes.removeSubrange(place..<end)
      case 3:
        let piece = pieces[Int.random(in: pieces.indices, using: &generator)]
        for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes.insert(contentsOf: piece, at: place) }
      default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      }
    }
    return bytes
  }

  /// Whether the tokens follow each other and stay inside the source.
  private static func isOrderly(_ text: SourceText) -> Bool {
    var end = 0
    for token in text.tokens {
      guard token.start >= end, token.end > token.start, token.end <= text.bytes.count else { return false }
      end = token.end
    }
    return true
  }

  private static func scan(_ text: SourceText) {
    var scanner = DeclarationScanner(text)
    _ = scanner.typeDeclaration()
    var memberScanner = DeclarationScanner(text)
    _ = memberScanner.member()
    _ = DeclarationScanner(text).members(0..<text.tokens.count)
    _ = FunctionType(text)
    let type = String(decoding: text.bytes, as: UTF8.self)
    _ = (TypeShape(type), ParameterType(type))
  }
}
