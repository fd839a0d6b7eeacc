import Foundation
import Troupe
import TroupeTesting
import XCTest

/// Feeds on real threads, for the sanitizers and for effects that only occur there.
///
/// `TROUPE_STRESS` divides the amount of work; `.ci/soak stress` runs it in full under the thread sanitizer.
final class FeedStressTests: TroupeTestCase {
  private final class Event: Sendable {
    let number: Int
    private let token = Counted()

    init(_ number: Int) { self.number = number }
  }

  // S701, S704, S705, S710, S715: whatever happens on several threads, no consumer has an unreported gap.
  func testConsumersOnManyThreadsHaveNoSilentGaps() async throws {
    await failingIfItHangs { await Self.haveNoSilentGaps() }
  }

  private static func haveNoSilentGaps() async {
    let divisor = ProcessInfo.processInfo.environment["TROUPE_STRESS"].flatMap(Int.init) ?? 10
    let (senders, actions, consumers) = (4, 20_000 / divisor, 64)
    for overflow in [FeedOverflow.fail, .skip] {
      let live = Counted.live
      do {
        let store = Store<Int, Int>(initialState: 0) {
          Reduce { state, action in
            state += 1
            return action % 16 == 0 ? .run { send in await send(1) } : .none
          }
        }
        let feed = await store.feed(buffering: 16, overflow: overflow) { _, state in Event(state) }
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<consumers {
            group.addTask { await consume(feed, number, overflow) }
          }
          group.addTask {
            await withTaskGroup(of: Void.self) { group in
              for sender in 0..<senders {
                group.addTask {
                  for number in stride(from: sender, to: actions, by: senders) { await store.send(number) }
                }
              }
            }
            await store.shutdown(within: nil)
          }
        }
        let reduced = await store.state
        XCTAssertEqual(feed.position.number, UInt64(reduced))
        XCTAssertGreaterThanOrEqual(reduced, actions)
        XCTAssertLessThanOrEqual(Counted.live - live, 16)
      }
      await Counted.wait(untilAtMost: live)
    }
  }

  /// Reads, leaves and returns, until the feed ends.
  private static func consume(_ feed: StoreFeed<Event>, _ number: Int, _ overflow: FeedOverflow) async {
    var last = feed.position
    for round in 0... {
      let reading = Task { [last] in
        var (before, count) = (last, 0)
        do throws(FeedError) {
          for try await element in feed.events(after: last) {
            // The state of the nth action is n.
            XCTAssertEqual(element.event.number, Int(element.position.number))
            XCTAssertEqual(element.position.number, before.number + UInt64(element.missedCount) + 1)
            XCTAssertTrue(overflow == .skip || element.missedCount == 0)
            before = element.position
            count += 1
            if count == number % 50 + 1, number % 3 != 0 { return (before, false) }
          }
          return (before, !Task.isCancelled)
        } catch {
          XCTAssertEqual(error.code, .missedEvents)
          XCTAssertEqual(overflow, .fail)
          let number = before.number + UInt64(error.missedCount ?? 0)
          return (FeedPosition(epoch: before.epoch, number: number), false)
        }
      }
      if number % 4 == 0, round < 500 {
        // not a wait: it may or may not have begun.
        await Task.yield()
        reading.cancel()
      }
      let (position, isOver) = await withTaskCancellationHandler {
        await reading.value
      } onCancel: {
        reading.cancel()
      }
      last = position
      // It hung, and the test has failed.
      if Task.isCancelled { return }
      if isOver { return XCTAssertEqual(last, feed.position) }
    }
  }

  // S709, S711: the store and its feeds are released while consumers wait.
  func testReleasingStoresAndFeedsInTheMiddle() async throws {
    await failingIfItHangs { await Self.releaseStoresAndFeeds() }
  }

  private static func releaseStoresAndFeeds() async {
    let live = Counted.live
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          var store: Store<Int, Int>? = Store(initialState: 0) {
            Reduce { state, action in
              state += action
              return .none
            }
          }
          var feed = await store?.feed { action, _ in Event(action) }
          let events = (0..<20).compactMap { _ in feed?.events() }
          if number % 2 == 0 { feed = nil }
          await withTaskGroup(of: Void.self) { group in
            for events in events {
              group.addTask {
                do {
                  for try await element in events where element.event.number == number % 7 { break }
                } catch {
                  XCTFail("\(error)")
                }
              }
            }
            for action in 0..<5 { await store?.send(action) }
            store = nil
          }
          if let feed { XCTAssertEqual(feed.position.number, 5) }
        }
      }
    }
    await Counted.wait(untilAtMost: live)
  }
}
