import Foundation
import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// Random changes of a shelf under trackers that read random parts of it, compared with the values of those
/// parts.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one.
@MainActor
final class ObservationRandomTests: XCTestCase {
  private typealias Shown = ViewStore<Shelf.State, Shelf.Action>
  private static let changesPerSeed = 40

  /// A part of the state that is read, and its value; the identity of a child counts.
  private struct Part {
    let name: String
    let read: @MainActor (Shown) -> Void
    let look: (Shelf.State) -> String

    init(
      _ name: String,
      _ read: @escaping @MainActor (Shown) -> Void,
      _ look: @escaping (Shelf.State) -> String
    ) {
      (self.name, self.read, self.look) = (name, read, look)
    }
  }

  private static func look<Value>(_ child: Book.State?, _ member: (Book.State) -> Value) -> String {
    child.map { "\($0._$id) \(member($0))" } ?? "nil"
  }

  private static let parts: [Part] =
    [
      Part("title", { _ = $0.title }, { $0.title }),
      Part("number", { _ = $0.number }, { "\($0.number)" }),
      Part("corner.title", { _ = $0.corner.title }, { look($0.corner, \.title) }),
      Part("corner.pages", { _ = $0.corner.pages }, { look($0.corner, \.pages) }),
      Part("lent", { _ = $0.lent == nil }, { look($0.lent) { _ in "" } }),
      Part("lent?.pages", { _ = $0.lent?.pages }, { look($0.lent, \.pages) }),
      Part("is room", { _ = $0.place.is(\.room) }, { "\($0.place.is(\.room))" }),
      Part("room", { _ = $0.place.room }, { "\($0.place.room as Int?)" }),
      Part("book?.title", { _ = $0.place.book?.title }, { look($0.place.book, \.title) }),
      Part("ids", { _ = $0.books.ids }, { "\(Array($0.books.ids))" }),
      Part("count", { _ = $0.books.count }, { "\($0.books.count)" }),
      Part("isEmpty", { _ = $0.books.isEmpty }, { "\($0.books.isEmpty)" }),
      Part("first?.title", { _ = $0.books.first?.title }, { look($0.books.first, \.title) }),
      Part("last?.title", { _ = $0.books.last?.title }, { look($0.books.last, \.title) }),
    ]
    + (0..<4).flatMap { id in
      [
        Part("books[\(id)]", { _ = $0.books[id: id] == nil }, { look($0.books[id: id]) { _ in "" } }),
        Part("books[\(id)]?.title", { _ = $0.books[id: id]?.title }, { look($0.books[id: id], \.title) }),
      ]
    }

  private static func change(using generator: inout SeededGenerator) -> @Sendable (inout Shelf.State) -> Void
  {
    let (id, number) = (Int.random(in: 0..<4, using: &generator), Int.random(in: 0..<3, using: &generator))
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: return { $0.title = "\(number)" }
    case 1: return { $0.number = number }
    case 2: return { $0.corner.title = "\(number)" }
    case 3: return { $0.corner.pages = number }
    case 4: return { $0.corner = Book.State(id: id) }
    case 5: return { $0.lent = number == 0 ? nil : Book.State(id: id) }
    case 6: return { $0.lent?.pages = number }
    case 7: return { $0.place = number == 0 ? .nowhere : .room(number) }
    case 8: return { $0.place = .book(Book.State(id: id)) }
    case 9: return { if $0.place.is(\.book) { $0.place.modify(\.book) { $0.title = "\(number)" } } }
    case 10: return { $0.books[id: id] = Book.State(id: id) }
    case 11: return { $0.books[id: id] = nil }
    case 12: return { $0.books[id: id]?.title = "\(number)" }
    default: return { $0.books.reverse() }
    }
  }

  func testATrackerRunsAgainIfAndOnlyIfWhatItReadDiffers() async {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 200
    let seeds = environment["TROUPE_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(0..<count)
    for seed in seeds {
      if let difference = difference(seed: seed) {
        return XCTFail("TROUPE_SEED=\(seed): \(difference)")
      }
    }
  }

  private func difference(seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let shown = Shown(initialState: Shelf.State()) { Shelf() }
    var trackers: [(parts: [Part], tracker: Tracker)] = []
    for number in 0..<Self.changesPerSeed {
      // Some join and leave on the way.
      if trackers.count < 4 || Int.random(in: 0..<10, using: &generator) == 0 {
        let parts = Self.parts.filter { _ in Int.random(in: 0..<6, using: &generator) == 0 }
        trackers.append((parts, Tracker { for part in parts { part.read(shown) } }))
        if trackers.count > 6 { trackers.removeFirst() }
      }
      let (before, runs) = (shown.state, trackers.map(\.tracker.runs))
      let changes = (0..<Int.random(in: 1...3, using: &generator)).map { _ in Self.change(using: &generator) }
      shown.send(.set { state in for change in changes { change(&state) } })
      let after = shown.state
      for ((parts, tracker), runs) in zip(trackers, runs) {
        let changed = parts.filter { $0.look(before) != $0.look(after) }.map(\.name)
        if tracker.runs - runs != (changed.isEmpty ? 0 : 1) {
          return
            "change \(number): \(tracker.runs - runs) runs of one who reads \(parts.map(\.name)); changed: \(changed)"
        }
      }
    }
    // Once everything that they read has changed, nothing is kept for trackers that don't read again.
    trackers = []
    let books = IdentifiedArray(uniqueElements: (0..<4).map { Book.State(id: $0, title: "end") })
    let full = Shelf.State(title: "end", number: -1, place: .room(-1), lent: Book.State(id: 9), books: books)
    for state in [full, Shelf.State(), Shelf.State(place: .book(Book.State(id: 9))), full] {
      shown.send(.set { $0 = state })
    }
    return shown.isTracked ? "Something is kept for nobody." : nil
  }
}
