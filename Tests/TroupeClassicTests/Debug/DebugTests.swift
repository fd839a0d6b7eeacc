import Dispatch
import TroupeTesting
import XCTest

@testable import TroupeClassic

/// The output of `debug` is in the tests of the samples; these tests cover where and when it prints.
final class DebugTests: TroupeTestCase {
  enum Action { case counted(Int), other }

  private static func counter(
    _ environment: @escaping @Sendable (()) -> DebugEnvironment
  ) -> Reducer<Int, Action, Void> {
    Reducer { state, action, _ in
      if case .counted(let number) = action { state = number }
      return .none
    }
    .debug(state: { $0 }, action: /Action.counted, environment: environment)
  }

  private static func text(_ number: Int, after last: Int) -> String {
    "received action:\n  \(number)\n" + (number == last ? "  (No state changes)" : "- \(last)\n+ \(number)")
  }

  #if DEBUG
    // Release builds print nothing.

    func testWithoutAQueueItPrintsInsideOfTheTurn() async throws {
      try await underSeeds(3) { scheduler, _ in
        let printed = Collector<String>()
        let store = Store(
          initialState: 0,
          reducer: Self.counter { _ in DebugEnvironment(printer: { printed.append($0) }) },
          environment: (),
          configuration: scheduler.configuration()
        )
        await store.send(.counted(1))
        XCTAssertEqual(printed.all, [Self.text(1, after: 0)])
        await store.send(.counted(1))
        XCTAssertEqual(printed.all.last, Self.text(1, after: 1))
        await store.send(.other)
        XCTAssertEqual(printed.all.count, 2)
      }
    }

    /// Each action makes a new environment, all on one executor.
    func testOnAQueueItPrintsInTheOrderOfTheActions() async throws {
      let queue = QueueExecutor()
      let (printed, continuation) = AsyncStream<String>.makeStream()
      let store = Store(
        initialState: 0,
        reducer: Self.counter { _ in
          DebugEnvironment(
            printer: {
              queue.preconditionIsolated()
              continuation.yield($0)
            },
            queue: queue
          )
        },
        environment: ()
      )
      for number in 1...1000 { await store.send(.counted(number)) }
      let texts = await printed.prefix(1000).reduce(into: []) { $0.append($1) }
      XCTAssertEqual(texts, (1...1000).map { Self.text($0, after: $0 - 1) })
    }

    /// If a printer prints by means of a reducer, that output waits for its turn.
    func testAPrinterThatPrints() async throws {
      let queue = QueueExecutor()
      let (printed, continuation) = AsyncStream<String>.makeStream()
      let inner = DebugEnvironment(printer: { continuation.yield("inner \($0)") }, queue: queue)
      let outer = DebugEnvironment(
        printer: {
          var state = 0
          _ = Self.counter { _ in inner }.run(&state, .counted(0), ())
          continuation.yield("outer \($0)")
        },
        queue: queue
      )
      var state = 0
      _ = Self.counter { _ in outer }.run(&state, .counted(1), ())
      let texts = await printed.prefix(2).reduce(into: []) { $0.append($1) }
      XCTAssertEqual(texts, ["outer " + Self.text(1, after: 0), "inner " + Self.text(0, after: 0)])
    }
  #endif

  /// Waiting output keeps its queue alive, and nothing else does: a leak makes this wait forever.
  func testAnIdleQueueIsLetGo() async throws {
    let (events, continuation) = AsyncStream<String>.makeStream()
    do {
      let queue = QueueExecutor { continuation.yield("released") }
      DebugEnvironment(printer: { continuation.yield($0) }, queue: queue).print("printed")
    }
    let seen = await events.prefix(2).reduce(into: []) { $0.append($1) }
    XCTAssertEqual(seen, ["printed", "released"])
  }

  func testLabels() {
    struct Point { var x = 1 }
    enum Inner { case plain, pair(Int, label: String), point(Point), optional(Inner2?) }
    enum Inner2 { case deep }
    enum Outer { case inner(Inner), two(Inner, Inner2) }
    let labels: [(Outer, String)] = [
      (.inner(.plain), ".inner(.plain)"),
      (.inner(.pair(1, label: "secret")), ".inner(.pair(_:, label:))"),
      (.inner(.point(Point())), ".inner(.point)"),
      (.inner(.optional(.deep)), ".inner(.optional(.deep))"),
      (.inner(.optional(nil)), ".inner(.optional)"),
      (.two(.plain, .deep), ".two(_: .plain, _: .deep)"),
    ]
    for (action, expected) in labels {
      XCTAssertEqual(ActionLabels.text(of: action).drop { $0 != "." }, expected[...])
    }
  }
}

/// A serial executor on a queue of Dispatch, as `DispatchSerialQueue` is on Apple's platforms.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "DebugTests")
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void = {}) {
    self.onRelease = onRelease
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  deinit { onRelease() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    precondition(DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self))
  }
}
