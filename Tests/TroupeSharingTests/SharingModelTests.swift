import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeSharing
import TroupeTesting
import XCTest

/// What the guarantees of shared values say, written from their text, before the code:
///
/// - Within a turn, reads of a value return the version of the first read, or of the turn's last own write.
/// - A write changes the newest version, and returns what its body returns.
/// - Outside turns, a read returns the newest version.
/// - A part of a value is read and written with the whole.
struct SharingModel {
  /// The newest version of each value: two numbers, of which parts are derived.
  private(set) var newest: [[Int]]
  private var view: [Int: [Int]] = [:]
  private var isInTurn = false

  init(values: Int) { newest = Array(repeating: [0, 0], count: values) }

  mutating func beginTurn() { (isInTurn, view) = (true, [:]) }
  mutating func endTurn() { (isInTurn, view) = (false, [:]) }

  /// The store evaluates what its state declares, which reads a value; nil for none.
  mutating func evaluateDeclarations(reading value: Int?) {
    if let value { _ = perform(.read(value, part: 0)) }
  }

  mutating func perform(_ step: SharingStep, isElsewhere: Bool = false) -> Int {
    let usesView = isInTurn && !isElsewhere
    switch step {
    case .read(let value, let part):
      guard usesView else { return newest[value][part] }
      view[value] = view[value] ?? newest[value]
      return view[value]?[part] ?? -1
    case .add(let value, let part, let number):
      newest[value][part] += number
      if usesView { view[value] = newest[value] }
      return newest[value][part]
    case .move(let value, let other):
      newest[value][0] -= 1
      newest[other][0] += 1
      if usesView { (view[value], view[other]) = (newest[value], newest[other]) }
      return newest[value][0] * 1_000 + newest[other][0]
    }
  }
}

enum SharingStep: Sendable, Equatable {
  /// Reads a part of a value.
  case read(Int, part: Int)
  /// Adds a number to a part of a value.
  case add(Int, part: Int, Int)
  /// Takes one from a value, and gives it to another.
  case move(Int, to: Int)
}

/// Does what a closure says on another thread, and waits for it.
final class OtherThread: Sendable {
  private final class Work: Sendable {
    let next = Locked<(@Sendable () -> Void)?>(nil)
    let begin = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
  }

  private let work = Work()

  init() {
    let work = work
    Thread {
      while true {
        work.begin.wait()
        guard let next = work.next.withLock({ $0 }) else { return }
        next()
        work.end.signal()
      }
    }.start()
  }

  deinit {
    work.next.withLock { $0 = nil }
    work.begin.signal()
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    work.next.withLock { $0 = body }
    work.begin.signal()
    work.end.wait()
  }
}

final class SharingModelTests: TroupeTestCase {
  /// The values of a run, and what is done with them.
  struct Values: Sendable {
    struct Pair: Equatable, Sendable {
      var first = 0
      var second = 0
    }

    let values: [Shared<Pair>]

    init(_ count: Int) { values = (0..<count).map { _ in Shared(value: Pair()) } }

    func perform(_ step: SharingStep) -> Int {
      switch step {
      case .read(let value, part: 0): return values[value].wrappedValue.first
      case .read(let value, _): return values[value].second.wrappedValue
      case .add(let value, part: 0, let number):
        return values[value].withLock { pair in
          pair.first += number
          return pair.first
        }
      case .add(let value, _, let number):
        return values[value].second.withLock { second in
          second += number
          return second
        }
      case .move(let value, let other):
        return withLock(values[value].first, values[other]) { first, other in
          first -= 1
          other.first += 1
          return first * 1_000 + other.first
        }
      }
    }
  }

  /// The levels for which the effects of the stores run, by the numbers of the stores.
  final class Levels: Sendable {
    let all = Locked<[Int: Int]>([:])
  }

  /// A feature that performs steps in one turn.
  struct Performing: Reducer {
    struct Step: Sendable {
      let step: SharingStep
      let isElsewhere: Bool
    }

    struct State: Sendable {
      let values: Values
      var results: [Int] = []
      var child: Int?
    }

    enum Action: Sendable {
      case perform([Step], then: [Step])
      case setChild(Int?)
    }

    let thread: OtherThread
    let levels: Levels
    let number: Int

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .perform(let steps, let next):
          for step in steps {
            let (values, step, isElsewhere) = (state.values, step.step, step.isElsewhere)
            guard isElsewhere else {
              state.results.append(values.perform(step))
              continue
            }
            let result = Locked(0)
            thread.perform { result.withLock { $0 = values.perform(step) } }
            state.results.append(result.withLock { $0 })
          }
          return next.isEmpty ? .none : .send(.perform(next, then: []))
        case .setChild(let child):
          state.child = child
          return .none
        }
      }
      .task(id: { state in state.child.map { state.values.values[$0].wrappedValue.first } }) { level in
        .run { [levels, number] _ in
          levels.all.withLock { $0[number] = level }
          try await waitForCancellation()
        }
      }
    }
  }

  private struct Random {
    var generator: SeededRandom
    let values: Int

    mutating func step() -> SharingStep {
      let value = Int.random(in: 0..<values, using: &generator)
      let part = Int.random(in: 0..<2, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: return .read(value, part: part)
      case 2, 3: return .add(value, part: part, Int.random(in: 1..<5, using: &generator))
      default: return .move(value, to: (value + 1) % values)
      }
    }

    mutating func steps() -> [Performing.Step] {
      (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        Performing.Step(step: step(), isElsewhere: Int.random(in: 0..<4, using: &generator) == 0)
      }
    }
  }

  private static var stepCount: Int {
    ProcessInfo.processInfo.environment["TROUPE_SHARING_STEPS"].flatMap(Int.init) ?? 40
  }

  // S860, S861, S863, S870
  func testStoresDoWhatTheModelSays() async throws {
    let thread = OtherThread()
    for seed in UInt64(1)...200 {
      let scheduler = Scheduler(seed: seed)
      try await scheduler.run { try await Self.run(seed, on: scheduler, thread) }
    }
  }

  nonisolated(nonsending)
    private static func run(_ seed: UInt64, on scheduler: Scheduler, _ thread: OtherThread) async throws
  {
    var random = Random(generator: SeededRandom(seed), values: 3)
    var model = SharingModel(values: 3)
    let values = Values(3)
    let levels = Levels()
    var children: [Int: Int] = [:]
    var stores: [Int: StoreOf<Performing>] = [:]

    func check(_ steps: [Performing.Step], _ results: ArraySlice<Int>) {
      for (step, result) in zip(steps, results) {
        XCTAssertEqual(
          result,
          model.perform(step.step, isElsewhere: step.isElsewhere),
          "seed \(seed), \(step)"
        )
      }
    }

    for _ in 0..<stepCount {
      let number = Int.random(in: 0..<4, using: &random.generator)
      switch Int.random(in: 0..<10, using: &random.generator) {
      case 0:
        // It is released, and made again when it is next used.
        stores[number] = nil
        children[number] = nil
        await scheduler.settle()
        levels.all.withLock { $0[number] = nil }
      case 1, 2:
        let step = random.step()
        XCTAssertEqual(values.perform(step), model.perform(step), "seed \(seed), \(step) outside")
      case 3:
        let child = Int.random(in: 0..<4, using: &random.generator)
        children[number] = child < 3 ? child : nil
        await stores[number]?.send(.setChild(children[number]))
        if stores[number] == nil { children[number] = nil }
      default:
        let store =
          stores[number]
          ?? Store(initialState: Performing.State(values: values), configuration: scheduler.configuration()) {
            Performing(thread: thread, levels: levels, number: number)
          }
        stores[number] = store
        let (steps, next) = (random.steps(), random.steps())
        let before = await store.results.count
        await store.send(.perform(steps, then: next))
        let results = await store.results
        model.beginTurn()
        check(steps, results[before...])
        // Each action of a turn is followed by an evaluation.
        model.evaluateDeclarations(reading: children[number])
        check(next, results[(before + steps.count)...])
        model.endTurn()
        XCTAssertEqual(results.count, before + steps.count + next.count)
      }
      if Int.random(in: 0..<4, using: &random.generator) == 0 {
        await scheduler.settle()
        for (number, child) in children {
          XCTAssertEqual(
            levels.all.withLock { $0[number] },
            model.newest[child][0],
            "seed \(seed), the effect of store \(number)"
          )
        }
      }
    }
  }

  // MARK: Linearizability

  /// An operation with the times at which it was called and returned.
  private struct Operation: Sendable {
    let called: Int
    let returned: Int
    /// The number that a write made, or that a read found.
    let number: Int
    let isWrite: Bool
  }

  // S861
  func testReadsAndWritesOnManyThreadsAreLinearizable() async throws {
    for _ in 0..<20 {
      let value = Shared(value: 0)
      let clock = Locked(0)
      let now: @Sendable () -> Int = {
        clock.withLock { time in
          time += 1
          return time
        }
      }
      let history = await withTaskGroup(of: [Operation].self) { group in
        for writer in 0..<4 {
          group.addTask {
            (0..<100).map { index in
              let called = now()
              let isWrite = (index + writer) % 3 != 0
              let number =
                isWrite
                ? value.withLock { number in
                  number += 1
                  return number
                } : value.wrappedValue
              return Operation(called: called, returned: now(), number: number, isWrite: isWrite)
            }
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      XCTAssertNil(Self.mistake(in: history))
    }
  }

  func testTheCheckerFindsHistoriesThatAreNotLinearizable() {
    func operation(_ called: Int, _ returned: Int, _ number: Int, isWrite: Bool = true) -> Operation {
      Operation(called: called, returned: returned, number: number, isWrite: isWrite)
    }
    XCTAssertNil(Self.mistake(in: [operation(1, 3, 2), operation(2, 4, 1)]))
    XCTAssertNotNil(Self.mistake(in: [operation(1, 2, 2), operation(3, 4, 1)]))
    XCTAssertNotNil(Self.mistake(in: [operation(1, 2, 1), operation(3, 4, 1)]))
    XCTAssertNotNil(Self.mistake(in: [operation(1, 2, 1), operation(3, 4, 0, isWrite: false)]))
    XCTAssertNotNil(Self.mistake(in: [operation(1, 2, 1, isWrite: false), operation(3, 4, 1)]))
    XCTAssertNil(Self.mistake(in: [operation(1, 4, 1), operation(2, 3, 1, isWrite: false)]))
  }

  /// Returns what isn't linearizable in a history; nil if all of it is.
  ///
  /// Each write returns another number, so there is only one possible order of the writes. A read follows the
  /// write whose number it found, and comes before the next write.
  private static func mistake(in history: [Operation]) -> String? {
    let writes = history.filter(\.isWrite).sorted { $0.number < $1.number }
    if writes.map(\.number) != Array(1..<writes.count + 1) { return "A write was lost." }
    let order = history.sorted {
      ($0.number, $0.isWrite ? 0 : 1, $0.called) < ($1.number, $1.isWrite ? 0 : 1, $1.called)
    }
    var latestCall = 0
    for operation in order {
      // An operation must not have returned before another one was called that comes earlier in the order.
      if operation.returned < latestCall { return "\(operation) comes after a later call." }
      latestCall = max(latestCall, operation.called)
    }
    return nil
  }
}
