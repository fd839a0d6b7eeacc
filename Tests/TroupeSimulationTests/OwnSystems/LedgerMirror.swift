import Troupe
import TroupeDurable
import TroupeSimulation
import TroupeTesting

/// The feeds of a process, one for each store that it has opened.
final class LedgerFeeds: Sendable {
  struct Event: Sendable {
    let ids: ArraySlice<Int>
  }

  private struct Opened {
    let feed: StoreFeed<Event>
    weak var store: StoreOf<Ledger>?
    /// The newest number that a transient action has selected in the store.
    var selected = 0
  }

  private let newest = Locked<Opened?>(nil)

  /// The newest number that was selected in the newest store.
  var selected: Int { newest.withLock { $0?.selected ?? 0 } }

  /// Records that a transient action was reduced.
  func select(_ number: Int, in store: StoreOf<Ledger>) {
    newest.withLock { newest in
      guard var opened = newest, opened.store === store else { return }
      opened.selected = max(opened.selected, number)
      newest = opened
    }
  }

  /// Creates a feed with an event for each action that has appended an id.
  func opened(_ store: StoreOf<Ledger>) async {
    let feed = await store.feed(buffering: 8, overflow: .fail) { action, state -> Event? in
      switch action {
      // The event has the end of the list, because a repeated action appends nothing.
      case .add, .addAndReply, .work, .worked: Event(ids: state.ids[...])
      default: nil
      }
    }
    newest.withLock { $0 = Opened(feed: feed, store: store) }
  }

  /// Returns the events after a position, or the list and its position if the position is unknown.
  func answer(
    _ request: LedgerMirror.Request,
    _ directory: StoreDirectory<String, Ledger.State, Ledger.Action>
  ) async throws -> LedgerMirror.Reply {
    try await directory.withStore(for: "ledger") { store in
      guard let feed = self.newest.withLock({ $0?.feed }) else { throw CallError.refused }
      if let position = request.position {
        do {
          return .events(try await Self.events(of: feed, after: position), feed.position)
        } catch let error as FeedError where error.code == .unknownPosition || error.code == .missedEvents {
          // The client needs the list.
        }
      }
      // The position belongs to the committed turn: earlier turns are saved with it.
      let (_, (ids, position)) = try await store.commit(.look, returning: { ($0.ids, feed.position) })
      return .list(ids, position)
    }
  }

  /// Returns the events that a feed has after a position, without waiting for more.
  private static func events(
    of feed: StoreFeed<Event>,
    after position: FeedPosition
  ) async throws(FeedError) -> [(FeedPosition, [Int])] {
    var iterator = feed.events(after: position).makeAsyncIterator()
    var events: [(FeedPosition, [Int])] = []
    let newest = feed.position
    guard newest.number > position.number || newest.epoch != position.epoch else { return [] }
    while events.last?.0.number ?? 0 < newest.number, let next = try await iterator.next() {
      events.append((next.position, Array(next.event.ids)))
    }
    return events
  }
}

/// A client's copy of a ledger, which follows a feed.
final class LedgerMirror: Sendable {
  struct Request: Sendable {
    let position: FeedPosition?
  }

  enum Reply: Sendable {
    case events([(FeedPosition, [Int])], FeedPosition)
    case list([Int], FeedPosition)
  }

  private struct State {
    var ids: [Int] = []
    var position: FeedPosition?
    var continued = 0
    var reloaded = 0
  }

  private let state = Locked(State())

  var continued: Int { state.withLock { $0.continued } }
  var reloaded: Int { state.withLock { $0.reloaded } }

  func update(_ client: SimulatedClient, _ server: SimulatedProcess) async {
    let request = Request(position: state.withLock { $0.position })
    guard let reply: Reply = try? await client.call("events", on: server, request) else { return }
    let problems: [String] = state.withLock { state in
      switch reply {
      case .list(let ids, let position):
        defer { (state.ids, state.position, state.reloaded) = (ids, position, state.reloaded + 1) }
        return ids.starts(with: state.ids) ? [] : ["The list \(ids) lacks a part of \(state.ids)."]
      case .events(let events, _):
        // The reply to an earlier request, which was repeated, would arrive twice.
        var problems: [String] = []
        for (position, ids) in events {
          if let last = state.position, position.number != last.number + 1 {
            problems.append("The event \(position.number) came after the event \(last.number).")
          }
          if ids.count > state.ids.count + 1 {
            problems.append("An event between \(state.ids) and \(ids) is missing.")
          }
          let isOlder = state.ids.starts(with: ids)
          if !isOlder, !ids.starts(with: state.ids) { problems.append("\(ids) came after \(state.ids).") }
          state.position = position
          if !isOlder { state.ids = ids }
          state.continued += 1
        }
        return problems
      }
    }
    for problem in problems { reportIssue(problem) }
  }

  func check(_ final: Ledger.State) {
    let ids = state.withLock { $0.ids }
    if !final.ids.starts(with: ids) { reportIssue("A feed told \(ids), and the ledger is \(final.ids).") }
  }
}
