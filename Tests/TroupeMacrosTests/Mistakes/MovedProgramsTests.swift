import XCTest

/// What the compiler says first of names of Combine and SwiftUI in a program that imports `TroupeComposable`.
final class MovedProgramsTests: XCTestCase {
  private static let prelude = """
    import TroupeComposable
    @Reducer struct Counter {
      @ObservableState struct State: Equatable, Sendable { var count = 0 }
      enum Action { case add }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }

    """

  /// - Parameter table: Sources with `//!` in the line of the first error, and behind it some of its words.
  private func check(_ table: [String], line: UInt = #line) throws {
    let files = table.map { Self.prelude + $0 }
    for (source, messages) in zip(files, try files.map { try Compiler.check(files: [$0])[0] }) {
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      let index = try XCTUnwrap(lines.firstIndex { $0.contains("//! ") }, source, line: line)
      let words = try XCTUnwrap(lines[index].split(separator: "//! ").last, source, line: line)
      let errors = messages.filter { $0.contains("error: ") }
      let first = errors.first ?? "nothing"
      XCTAssertTrue(
        first.hasPrefix("\(index + 1):") && first.contains(words),
        "\(errors)\n\(source)",
        line: line
      )
    }
  }

  // S829
  func testOfCombine() throws {
    try check([
      "let e = Effect<Int>.publisher { 1 }  //! pass an async sequence",
      "func f(_ e: Effect<Int>, _ s: Int) { _ = e.debounce(id: 1, for: 1, scheduler: s) }  //! clock:",
      "func f(_ e: Effect<Int>, _ s: Int) { _ = e.throttle(id: 1, for: 1, scheduler: s, latest: true) }  //! clock:",
      "func f(_ s: StoreOf<Counter>) { _ = s.publisher.count.sink { print($0) } }  //! the async sequence",
      "@MainActor func f(_ s: ViewStoreOf<Counter>) { _ = s.publisher.sink { _ in } }  //! the async sequence",
      "func f(_ r: TaskResult<Int>) {}  //! Use 'Result<Success, Failure>'",
    ])
  }

  // S829
  func testOfSchedulers() throws {
    let source = Self.prelude + "struct F { @Dependency(\\.mainQueue) var mainQueue }"
    let messages = try Compiler.check(files: [source])[0]
    XCTAssertTrue(
      messages.contains { $0.contains("warning: ") && $0.contains("Wait on a clock") },
      "\(messages)"
    )
    XCTAssertFalse(messages.contains { $0.contains("error: ") }, "\(messages)")
  }

  // S829
  func testOfSwiftUI() throws {
    try check([
      "func f(_ e: Effect<Int>) { _ = e.animation(.default) }  //! animate where the view observes",
      "func f(_ s: Send<Int>) async { await s(1, animation: .default) }  //! animate where the view observes",
      "let b = ButtonState<Int>(action: .send(1, animation: .default)) { TextState(\"\") }  //! animate where the view observes",
      "struct S { @BindingState var text = \"\" }  //! '$viewStore.text' is a binding",
      "@MainActor func f(_ s: StoreOf<Counter>) { _ = ViewStore(s, observe: { $0.count }) }  //! tracks the state that is read",
    ])
  }

  // S829
  func testOfTests() throws {
    try check([
      "func f() { uncheckedUseMainSerialExecutor = true }  //! Run other tests on a scheduler",
      "func f(_ x: inout Int?) { XCTModify(&x, case: \\.some) { $0 += 1 } }  //! Use 'value.modify",
    ])
  }
}
