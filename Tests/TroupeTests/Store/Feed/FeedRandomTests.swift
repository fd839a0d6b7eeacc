import Foundation
import Troupe
import TroupeTesting
import XCTest

/// Random consumers of a feed, compared with what they have to get according to an array of all events. The
/// model is derived from the contract.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one.
final class FeedRandomTests: TroupeTestCase {
  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["TROUPE_SEED"].flatMap(UInt64.init) { return [seed] }
    return Array(0..<(environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 200))
  }

  /// What a consumer has to get next.
  private enum Expected: Equatable {
    case event(Int, number: UInt64, missed: Int)
    case missed(Int)
    case unknown
    case end
    /// It has to wait.
    case nothing
  }

  /// A feed by its contract.
  private struct Oracle {
    let capacity: Int
    let skips: Bool
    var all: [Int] = []
    var hasEnded = false

    /// What comes after this many events, and the consumer's position after that.
    func next(after seen: Int?) -> (Expected, Int?) {
      guard let seen else { return (.unknown, nil) }
      let oldest = max(0, all.count - capacity)
      if seen < oldest, !skips { return (.missed(oldest - seen), nil) }
      let index = max(seen, oldest)
      if index < all.count {
        return (.event(all[index], number: UInt64(index + 1), missed: index - seen), index + 1)
      }
      return (hasEnded ? .end : .nothing, seen)
    }
  }

  private struct Consumer {
    var iterator: FeedEvents<Int>.Iterator
    /// The number of events before it; nil for a position that the feed doesn't know.
    var seen: Int?
    var hasEnded = false
  }

  // S701, S703, S704, S705, S706, S709
  func testConsumersGetWhatAnArrayOfAllEventsSays() async throws {
    for seed in Self.seeds {
      let scheduler = Scheduler(seed: seed)
      let difference = try await scheduler.run { try await Self.difference(seed, scheduler) }
      if let difference { return XCTFail("TROUPE_SEED=\(seed): \(difference)") }
    }
  }

  private static func difference(_ seed: UInt64, _ scheduler: Scheduler) async throws -> String? {
    var generator = SeededGenerator(seed: seed)
    var oracle = Oracle(
      capacity: Int.random(in: 1...8, using: &generator),
      skips: Bool.random(using: &generator)
    )
    // An action is the number of events of its turn, minus one.
    let store = numberStore(scheduler) { action in
      .merge((0..<(action / 1_000)).map { _ in .send(action % 1_000) })
    }
    let feed = await store.numberFeed(buffering: oracle.capacity, overflow: oracle.skips ? .skip : .fail)
    let epoch = feed.position.epoch
    var consumers: [Consumer] = []
    for step in 0..<200 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<6:
        let action = Int.random(in: -2..<1_000, using: &generator)
        let more = action > 0 && Int.random(in: 0..<6, using: &generator) == 0
        let count = more ? Int.random(in: 1...10, using: &generator) : 0
        await store.send(action + count * 1_000)
        if action >= 0 {
          oracle.all.append(action + count * 1_000)
          oracle.all += Array(repeating: action, count: count)
        }
      case 6..<8:
        consumers.append(Consumer(iterator: feed.events().makeAsyncIterator(), seen: oracle.all.count))
      case 8..<10:
        let number = Int.random(in: 0...(oracle.all.count + 1), using: &generator)
        let epoch = Int.random(in: 0..<8, using: &generator) == 0 ? epoch &+ 1 : epoch
        let text = FeedPosition(epoch: epoch, number: UInt64(number)).description
        guard let position = FeedPosition(text) else { return "\(step): \(text) isn't a position" }
        let isKnown = epoch == feed.position.epoch && number <= oracle.all.count
        let events = feed.events(after: position)
        consumers.append(Consumer(iterator: events.makeAsyncIterator(), seen: isKnown ? number : nil))
      case 10 where !consumers.isEmpty:
        consumers.remove(at: Int.random(in: 0..<consumers.count, using: &generator))
      default:
        guard !consumers.isEmpty else { continue }
        let index = Int.random(in: 0..<consumers.count, using: &generator)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          if let difference = await Self.read(&consumers[index], oracle) { return "\(step): \(difference)" }
        }
      }
      if feed.position.number != UInt64(oracle.all.count) { return "\(step): the position is wrong" }
    }
    await store.shutdown(within: .zero)
    oracle.hasEnded = true
    for index in consumers.indices {
      while !consumers[index].hasEnded {
        if let difference = await Self.read(&consumers[index], oracle) { return "at the end: \(difference)" }
      }
    }
    return nil
  }

  /// Reads once, if that doesn't have to wait.
  private static func read(_ consumer: inout Consumer, _ oracle: Oracle) async -> String? {
    var (expected, seen) = oracle.next(after: consumer.seen)
    if consumer.hasEnded { expected = .end }
    if expected == .nothing { return nil }
    let got: Expected
    do throws(FeedError) {
      let element = try await consumer.iterator.next()
      got = element.map { .event($0.event, number: $0.position.number, missed: $0.missedCount) } ?? .end
    } catch {
      got = error.code == .unknownPosition ? .unknown : .missed(error.missedCount ?? -1)
    }
    if case .event = expected { consumer.seen = seen } else { consumer.hasEnded = true }
    return got == expected ? nil : "a consumer got \(got), and not \(expected)"
  }

  // S701, S703, S704, S705, S709, S710: whatever the schedule, no consumer has an unreported gap.
  func testConsumersThatComeAndGoHaveNoSilentGaps() async throws {
    try await underSeeds(60) { scheduler, _ in
      let isSkipping = scheduler.seed % 2 == 0
      let capacity = Int(scheduler.seed % 7) + 1
      let actions = 40
      let store = numberStore(scheduler)
      let feed = await store.numberFeed(buffering: capacity, overflow: isSkipping ? .skip : .fail)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<24 {
          group.addTask {
            await Self.consume(feed, number, isSkipping: isSkipping, on: scheduler)
          }
        }
        group.addTask {
          for action in 0..<actions {
            await store.send(action)
            // not a wait: it lets some of them read.
            if action % 3 == 0 { await Task.yield() }
          }
          await store.shutdown(within: .zero)
        }
      }
      XCTAssertEqual(feed.position.number, UInt64(actions))
    }
  }

  /// Reads a few events, leaves, and returns, until the feed ends.
  private static func consume(
    _ feed: StoreFeed<Int>,
    _ number: Int,
    isSkipping: Bool,
    on scheduler: Scheduler
  ) async {
    var last = feed.position
    for round in 0... {
      let events = feed.events(after: last)
      // Some leave while they wait.
      let reading = Task(executorPreference: scheduler) { [last] in
        var (before, count) = (last, 0)
        do throws(FeedError) {
          for try await element in events {
            // Event n is the action n - 1.
            XCTAssertEqual(element.event, Int(element.position.number) - 1)
            XCTAssertEqual(element.position.number, before.number + UInt64(element.missedCount) + 1)
            XCTAssertTrue(isSkipping || element.missedCount == 0)
            before = element.position
            count += 1
            if count == number % 5 + 1, number % 3 != 0 { return (before, false) }
            // not a wait: some read slowly.
            if number % 4 == 0 { await Task.yield() }
          }
          return (before, !Task.isCancelled)
        } catch {
          XCTAssertEqual(error.code, .missedEvents)
          XCTAssertFalse(isSkipping)
          let missed = UInt64(error.missedCount ?? 0)
          XCTAssertGreaterThan(missed, 0)
          // It gets the number, so that it can continue.
          return (FeedPosition(epoch: before.epoch, number: before.number + missed), false)
        }
      }
      if number % 6 == 5, round < 5 {
        // not a wait: it may or may not have begun.
        await Task.yield()
        reading.cancel()
      }
      let (position, isOver) = await reading.value
      last = position
      if isOver { return XCTAssertEqual(last, feed.position) }
    }
  }
}
