import Troupe
import TroupeTesting
import XCTest

/// The samples of the operators on reducers that embed nothing.
final class ReducerSamplesTests: GuideTestCase {
  struct Editing: Reducer {
    struct State {
      var text = ""
      var log: [String] = []
    }

    func reduce(into state: inout State, action: String) -> Effect<String> {
      state.text += action
      return .none
    }
  }

  // Reducer.onChange
  struct Logged: Reducer {
    typealias State = Editing.State
    typealias Action = String

    var body: some ReducerOf<Self> {
      Editing()
        .onChange(of: { $0.text }) { old, new in
          Reduce { state, _ in
            state.log.append("\(old) → \(new)")
            return .none
          }
        }
    }
  }

  struct Counted: Reducer {
    typealias State = Editing.State
    typealias Action = String

    var body: some ReducerOf<Self> {
      Editing()
        .onChange(of: { $0.text }, removeDuplicates: { $0.count == $1.count }) { _, new in
          Reduce { state, _ in
            state.log.append("\(new.count) characters")
            return .none
          }
        }
    }
  }

  func testOnChange() async {
    let logged = Store(initialState: Editing.State()) { Logged() }
    for text in ["a", "", "b"] { await logged.send(text) }
    var log = await logged.log
    XCTAssertEqual(log, [" → a", "a → ab"])
    let counted = Store(initialState: Editing.State()) { Counted() }
    for text in ["a", "", "bc"] { await counted.send(text) }
    log = await counted.log
    XCTAssertEqual(log, ["1 characters", "3 characters"])
  }

  // Reducer.printChanges
  struct Printed: Reducer {
    typealias State = Editing.State
    typealias Action = String

    var body: some ReducerOf<Self> {
      Editing().printChanges()
    }
  }

  struct PrintedLikeElsewhere: Reducer {
    typealias State = Editing.State
    typealias Action = String

    var body: some ReducerOf<Self> {
      Editing()._printChanges()
    }
  }

  func testPrintingLeavesTheReducerAsItIs() async {
    let printed = Store(initialState: Editing.State()) { Printed() }
    await printed.send("a")
    let other = Store(initialState: Editing.State()) { PrintedLikeElsewhere() }
    await other.send("b")
    let texts = (await printed.text, await other.text)
    XCTAssertEqual(texts.0, "a")
    XCTAssertEqual(texts.1, "b")
  }

  // Reduce
  struct Counting: Reducer {
    struct State { var count = 0 }
    enum Action { case incremented }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        }
      }
    }
  }

  func testReduce() async {
    let store = Store(initialState: Counting.State()) { Counting() }
    await store.send(.incremented)
    let count = await store.count
    XCTAssertEqual(count, 1)
  }

  // Reducer.dependency, Reducer.transformDependency
  struct Signature: Sendable, DependencyKey {
    var text: String
    static var liveValue: Signature { Signature(text: "Blob") }
    static var testValue: Signature { liveValue }
  }

  struct Greeting: Reducer {
    @Dependency(\.greeting) var greeting
    @Dependency(Signature.self) var signature

    func reduce(into state: inout String, action: String) -> Effect<String> {
      state = "\(greeting), \(action)! \(signature.text)"
      return .none
    }
  }

  private func greetings(@ReducerBuilder<String, String> _ reducer: () -> some Reducer<String, String>) async
    -> String
  {
    let store = Store(initialState: "", reducer: reducer)
    await store.send("reader")
    return await store.state
  }

  func testDependency() async {
    let welcome = await greetings {
      Greeting()
        .dependency(\.greeting, "Welcome")
    }
    XCTAssertEqual(welcome, "Welcome, reader! Blob")
    let yours = await greetings {
      Greeting()
        .dependency(Signature(text: "Yours, Blob"))
    }
    XCTAssertEqual(yours, "Hello, reader! Yours, Blob")
    let louder = await greetings {
      Greeting()
        .transformDependency(\.greeting) { $0 += "!" }
    }
    XCTAssertEqual(louder, "Hello!, reader! Blob")
    let junior = await greetings {
      Greeting()
        .transformDependency(Signature.self) { $0.text += " Jr" }
    }
    XCTAssertEqual(junior, "Hello, reader! Blob Jr")
  }
}

private enum GreetingKey: DependencyKey {
  static var liveValue: String { "Hello" }
  static var testValue: String { liveValue }
}

extension DependencyValues {
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}
