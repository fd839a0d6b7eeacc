import Locks
import StorageHistory
import TroupeDurable

/// What the clients know: the histories of all keys, their alarms, and counts.
final class Book: Sendable {
  struct Counts: Sendable {
    var acknowledged = 0
    var reads = 0
    var refused = 0
    var unknown = 0
    /// Acknowledged after their callers had given up.
    var late = 0
    var moves = 0
    var alarms = 0
    var rings = 0
    var repeated = 0
    /// Alarms that rang on another node than the node that has acknowledged them.
    var moved = 0
    var lateness: [Duration] = []
  }

  struct Violation: Sendable {
    let key: String
    let reasons: [String]
    let lines: [String]
  }

  private struct Alarm {
    let key: String
    let due: Int
    var node: Int?
    var rings = 0
  }

  private struct State {
    var histories: [String: ClientHistory] = [:]
    /// The keys whose histories have changed since they were checked.
    var changed: Set<String> = []
    var homes: [String: Int] = [:]
    var alarms: [StorageRevision: Alarm] = [:]
    var counts = Counts()
  }

  private let state = Locked(State())
  private let start = ContinuousClock.now

  /// Nanoseconds since the beginning.
  var now: Int { Int(start.duration(to: .now) / .nanoseconds(1)) }

  var counts: Counts { state.withLock { $0.counts } }
  var keyCount: Int { state.withLock { $0.histories.count } }

  /// Records that a change was requested.
  ///
  /// - Parameter delay: The milliseconds after which it sets an alarm; nil for none.
  func begin(_ number: StorageRevision, _ key: String, alarm delay: Int?) {
    state.withLock { state in
      let now = now
      state.histories[key, default: ClientHistory()].begin(number, at: now)
      if let delay { state.alarms[number] = Alarm(key: key, due: now + delay * 1_000_000) }
    }
  }

  /// Records the answer to a change.
  func answer(_ number: StorageRevision, _ key: String, _ answer: Answer, _ node: Int, isLate: Bool) {
    state.withLock { state in
      let now = now
      switch answer {
      case .done(let before, let tail):
        state.histories[key]?.acknowledge(number, at: now, Self.tail(before, tail))
        state.changed.insert(key)
        state.counts.acknowledged += 1
        if isLate { state.counts.late += 1 }
        if let home = state.homes.updateValue(node, forKey: key), home != node { state.counts.moves += 1 }
        if state.alarms[number] != nil {
          state.counts.alarms += 1
          state.alarms[number]?.node = node
        }
      case .elsewhere, .refused:
        state.histories[key]?.refuse(number, at: now)
        state.counts.refused += 1
      case .unknown: state.counts.unknown += 1
      }
    }
  }

  /// Records the answer to a read.
  func read(_ key: String, since begin: Int, _ answer: Answer) {
    guard case .done(let before, let tail) = answer else { return }
    state.withLock { state in
      state.histories[key, default: ClientHistory()].read(from: begin, to: now, Self.tail(before, tail))
      state.changed.insert(key)
      state.counts.reads += 1
    }
  }

  /// Records that an alarm rings.
  func rang(_ key: String, _ number: StorageRevision, after previous: StorageRevision?, _ node: Int) {
    state.withLock { state in
      let now = now
      state.histories[key, default: ClientHistory()].ran(number, after: previous, at: now)
      state.changed.insert(key)
      guard var alarm = state.alarms[number] else { return }
      alarm.rings += 1
      state.counts.rings += 1
      if alarm.rings == 1 {
        state.counts.lateness.append(.nanoseconds(now - alarm.due))
        if let home = alarm.node, home != node { state.counts.moved += 1 }
      } else {
        state.counts.repeated += 1
      }
      state.alarms[number] = alarm
    }
  }

  /// The acknowledged alarms that haven't rung.
  var silentAlarms: [String] {
    state.withLock { state in
      state.alarms.filter { $0.value.node != nil && $0.value.rings == 0 }.map { "\($0.value.key) \($0.key)" }
    }
  }

  /// Checks keys whose histories have changed, until the given time.
  ///
  /// - Returns: The first key whose history can't have happened.
  func check(for time: Duration) -> Violation? {
    let end = ContinuousClock.now + time
    repeat {
      let next = state.withLock { state -> (String, ClientHistory)? in
        guard let key = state.changed.popFirst(), let history = state.histories[key] else { return nil }
        return (key, history)
      }
      guard let (key, history) = next else { return nil }
      if let violation = Self.violation(key, history) { return violation }
    } while ContinuousClock.now < end
    return nil
  }

  /// Checks all keys.
  func checkAll() -> Violation? {
    let all = state.withLock { $0.histories }
    return all.lazy.compactMap { Self.violation($0.key, $0.value) }.first
  }

  private static func violation(_ key: String, _ history: ClientHistory) -> Violation? {
    let violations = history.violations()
    guard !violations.isEmpty else { return nil }
    let lines = history.lines { "\($0 / 1_000_000) ms" }
    return Violation(key: key, reasons: violations.map(\.description), lines: lines)
  }

  private static func tail(_ before: Int, _ tail: [String]) -> ClientHistory.Tail {
    ClientHistory.Tail(before: before, numbers: tail.compactMap { StorageRevision($0) })
  }
}
