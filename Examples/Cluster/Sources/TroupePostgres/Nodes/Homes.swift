import Locks
import TroupeDurable

/// The homes of keys, as far as they are known without asking the database.
///
/// A node learns a home when a load is refused, together with the remaining time of the home's lease. Before
/// that has expired, the key can only move if its home releases it, or leaves. Nodes notify all others of
/// both, and the home is forgotten here. So no save has to notify.
///
/// When the connection that listens is lost, notifications are lost with it: then all homes are forgotten. A
/// home that is wrong nevertheless is forgotten when the lease that was read would have expired.
package final class Homes: Sendable {
  /// When a question was asked, so that an answer that is older than a move isn't kept.
  struct Mark: Sendable {
    fileprivate let version: UInt64
    fileprivate let time: Duration
  }

  private struct Home {
    let address: String
    let end: Duration
  }

  private struct State {
    var isListening = false
    /// Counts the notifications.
    var version: UInt64 = 0
    /// The homes that were learnt or asked for last, and the earlier ones: a full table replaces the other
    /// one.
    var (recent, older): ([StorageKey: Home], [StorageKey: Home]) = ([:], [:])

    mutating func forgetAll() {
      version += 1
      (recent, older) = ([:], [:])
    }

    mutating func keep(_ home: Home, of key: StorageKey, limit: Int) {
      recent[key] = home
      guard recent.count >= limit else { return }
      (recent, older) = ([:], recent)
    }
  }

  private let state = Locked(State())
  private let stopwatch: Stopwatch
  private let limit: Int

  /// Creates a table without homes.
  ///
  /// - Parameter clock: The clock by which leases end.
  package convenience init(_ clock: some Clock<Duration>) { self.init(Stopwatch(clock)) }

  /// - Parameter limit: How many homes a table has. There are two of them.
  init(_ stopwatch: Stopwatch, limit: Int = 10_000) {
    (self.stopwatch, self.limit) = (stopwatch, limit)
  }

  // MARK: Nodes

  /// The address of a key's home; nil if it isn't known.
  func address(of key: StorageKey) -> String? {
    let now = stopwatch.elapsed()
    return state.withLock { state in
      if let home = state.recent[key] { return home.end > now ? home.address : nil }
      guard let home = state.older.removeValue(forKey: key), home.end > now else { return nil }
      state.keep(home, of: key, limit: limit)
      return home.address
    }
  }

  /// Begins to ask for a key's home; nil if no connection listens, so that the answer can't be kept.
  func mark() -> Mark? {
    let now = stopwatch.elapsed()
    return state.withLock { $0.isListening ? Mark(version: $0.version, time: now) : nil }
  }

  /// Keeps an answer, unless there was a move since the question.
  ///
  /// - Parameter rest: The remaining time of the lease when the question was answered.
  func learn(_ key: StorageKey, at address: String, rest: Duration, since mark: Mark?) {
    guard let mark else { return }
    state.withLock { state in
      guard state.isListening, state.version == mark.version else { return }
      state.keep(Home(address: address, end: mark.time + rest), of: key, limit: limit)
    }
  }

  func forget(_ key: StorageKey) {
    state.withLock { state in
      state.recent[key] = nil
      state.older[key] = nil
    }
  }

  // MARK: The connection that listens

  /// Records that all moves are received from now on.
  package func begin() {
    state.withLock { state in
      state.isListening = true
      state.forgetAll()
    }
  }

  /// Records that moves aren't received any more.
  package func end() {
    state.withLock { state in
      state.isListening = false
      state.forgetAll()
    }
  }

  /// Takes a notification: `k` and a key in hexadecimal digits, or `n` and the address of a node that has
  /// left. For any other text, all homes are forgotten.
  package func take(_ texts: [String]) {
    state.withLock { state in
      for text in texts {
        state.version += 1
        let rest = text.dropFirst()
        switch text.first {
        case "k":
          guard let key = StorageKey(hexadecimal: rest) else { return state.forgetAll() }
          state.recent[key] = nil
          state.older[key] = nil
        case "n":
          state.recent = state.recent.filter { $0.value.address != rest }
          state.older = state.older.filter { $0.value.address != rest }
        default: state.forgetAll()
        }
      }
    }
  }
}

extension StorageKey {
  fileprivate init?(hexadecimal text: Substring) {
    var bytes: [UInt8] = []
    var digits = text.utf8[...]
    while let high = digits.popFirst() {
      guard let low = digits.popFirst(),
        let byte = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    self.init(String(decoding: bytes, as: UTF8.self))
  }
}
