import Troupe
import TroupeTesting
import XCTest

/// The events that one consumer of a feed received.
struct FeedReading<Event: Sendable>: Sendable {
  var elements: [FeedElement<Event>] = []
  /// Why its iteration ended; nil if it returned nil.
  var error: FeedError?

  var events: [Event] { elements.map(\.event) }
  var numbers: [UInt64] { elements.map(\.position.number) }
}

extension FeedEvents {
  /// Reads to the end.
  func read() async -> FeedReading<Event> {
    var reading = FeedReading<Event>()
    do throws(FeedError) {
      for try await element in self { reading.elements.append(element) }
    } catch {
      reading.error = error
    }
    return reading
  }

  /// Reads that many events.
  func read(_ count: Int) async throws -> [FeedElement<Event>] {
    var elements: [FeedElement<Event>] = []
    var iterator = makeAsyncIterator()
    while elements.count < count, let element = try await iterator.next() { elements.append(element) }
    return elements
  }
}

extension Store<[Int], Int> {
  /// A feed of all actions except the negative ones.
  func numberFeed(buffering capacity: Int = 1_024, overflow: FeedOverflow = .fail) -> StoreFeed<Int> {
    feed(buffering: capacity, overflow: overflow) { action, _ in action < 0 ? nil : action }
  }
}
