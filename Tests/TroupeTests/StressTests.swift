import Foundation
import Synchronization
import Troupe
import XCTest

@testable import Troupe

/// Many stores on real threads, for the sanitizers and for effects that only occur there.
///
/// `TROUPE_STRESS` divides the amount of work; `.ci/soak stress` runs it in full under the thread sanitizer.
final class StressTests: TroupeTestCase {
  /// A feature whose live instances are counted, effects included.
  private struct Feature: Reducer {
    struct State: Sendable {
      var received = 0
      var fromEffects = 0
      let token = Counted()

      /// Each number is a part of the state.
      subscript(number: Int) -> Int { received + number }
    }

    enum Action: Sendable {
      case plain
      case work
      case replace
      case cancel
      case sleep
      case chain(Int)
      case limited
      case effect(Counted)
    }

    let sent: Atomic64

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .effect:
          state.fromEffects += 1
          return .none
        case .plain:
          state.received += 1
          return .none
        case .work:
          state.received += 1
          return send()
        case .replace:
          state.received += 1
          return send().cancellable(id: "replace", cancelInFlight: true)
        case .cancel:
          state.received += 1
          return .merge(.cancel(id: "replace"), .cancel(id: "sleep"))
        case .sleep:
          state.received += 1
          return .run { _ in try await waitForCancellation() }.cancellable(id: "sleep")
        case .chain(let length):
          state.received += 1
          return .concatenate((0..<length).map { _ in send() })
        case .limited:
          state.received += 1
          return send().limited(id: "limited", to: 2)
        }
      }
    }

    private func send() -> Effect<Action> {
      .run { [sent] send in
        let token = Counted()
        sent.increment()
        await send(.effect(token))
      }
    }
  }

  /// A number that many tasks add to.
  private final class Atomic64: Sendable {
    private let number = Atomic<Int>(0)
    func increment() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .relaxed) }
  }

  func testAThousandStores() async throws {
    let divisor = ProcessInfo.processInfo.environment["TROUPE_STRESS"].flatMap(Int.init) ?? 10
    let storeCount = 1000 / divisor
    let actionCount = 1000
    let senders = 64
    let liveBefore = Counted.live
    let sent = Atomic64()
    do {
      let stores = (0..<storeCount).map { _ in
        Store(initialState: Feature.State()) { Feature(sent: sent) }
      }
      await withTaskGroup(of: Void.self) { group in
        for sender in 0..<senders {
          group.addTask {
            for number in stride(from: sender, to: storeCount * actionCount, by: senders) {
              await Self.act(on: stores[number % storeCount], number)
            }
          }
        }
      }
      var received = 0
      var accounted = 0
      for store in stores {
        // Sleeping effects would sleep forever; the rest finishes by itself.
        await store.send(.cancel)
        let report = await store.shutdown(within: .seconds(600))
        XCTAssertTrue(report.isComplete, report.description)
        let state = await store.state
        received += state.received - 1
        accounted += state.fromEffects + (await store.statistics.droppedActionCount)
        let isEmpty = await store.perform { store in
          let runtime = store.core.runtime
          return runtime.engine.isIdle && runtime.engine.cascades.isEmpty && runtime.engine.index.isEmpty
            && runtime.engine.isDone()
        }
        XCTAssertTrue(isEmpty, "the registry is not empty")
      }
      XCTAssertEqual(received, storeCount * actionCount, "every action was reduced")
      XCTAssertEqual(accounted, sent.value, "what effects sent was reduced or counted")
    }
    await Counted.wait(untilAtMost: liveBefore)
  }

  private static func act(on store: StoreOf<Feature>, _ number: Int) async {
    switch number / 7 % 16 {
    case 0..<6: await store.send(.plain)
    case 6: await store.send(.work)
    case 7: await store.send(.replace)
    case 8: await store.send(.cancel)
    case 9: await store.send(.sleep)
    case 10: await store.send(.chain(3))
    case 11: await store.send(.limited)
    case 12: await store.send(.work).finish()
    case 13:
      let task = await store.send(.chain(2))
      task.cancel()
      await task.finish()
    case 14:
      do { try store.enqueue(.plain) } catch { await store.send(.plain) }
    default:
      var states = store.states(\.received).makeAsyncIterator()
      _ = await states.next()
      await store.send(.plain)
    }
  }

  // The store is released while its effects send, finish and are cancelled.
  func testReleasingStoresInTheMiddle() async throws {
    let liveBefore = Counted.live
    let sent = Atomic64()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          var store: StoreOf<Feature>? = Store(initialState: Feature.State()) { Feature(sent: sent) }
          let first = await store?.send(.chain(5))
          let second = await store?.send(.sleep)
          try? store?.enqueue(.work)
          let states = store?.states()
          store = nil
          // Whether the effects had ended by themselves is a matter of chance.
          await withIssueReporters([]) {
            await first?.finish()
            await second?.finish()
          }
          if let states { for await _ in states {} }
        }
      }
    }
    await Counted.wait(untilAtMost: liveBefore)
  }

  // Consumers of states are cancelled while the store is released. One round follows another, so that a
  // thread is free for the consumers.
  @MainActor
  func testReleasingStoresWhoseConsumersAreCancelled() async throws {
    let liveBefore = Counted.live
    for _ in 0..<60 {
      var store: StoreOf<Feature>? = Store(initialState: Feature.State()) { Feature(sent: Atomic64()) }
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let tasks = (0..<300).map { number in
        let states = store?.states(\.[number])
        return Task.detached {
          guard let states else { return }
          for await _ in states { begin.yield() }
        }
      }
      for await _ in begun.prefix(tasks.count) {}
      for task in tasks.dropFirst(150) { task.cancel() }
      store = nil
      for task in tasks { await task.value }
    }
    await Counted.wait(untilAtMost: liveBefore)
  }

  // Handles are cancelled from other tasks while their effects run.
  func testCancellingFromOutside() async throws {
    let sent = Atomic64()
    let store = Store(initialState: Feature.State()) { Feature(sent: sent) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<50 {
            let task = await store.send(.sleep)
            let other = await store.send(.chain(3))
            async let finished: Void = task.finish()
            task.cancel()
            other.cancel()
            await finished
            await other.finish()
          }
        }
      }
    }
    let running = await store.runningEffects
    XCTAssertTrue(running.isEmpty)
  }
}
