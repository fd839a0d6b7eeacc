import StorageHistory
import Troupe
import TroupeDurable
import TroupeFoundation

/// The state behind a key: the changes that were made to it, and alarms.
struct Register: Reducer {
  /// How many of the last changes a state has.
  static let tailLength = 24

  struct Alarm: Codable, Hashable, Sendable {
    /// The change that has set the alarm.
    var number: String
    /// The change before that; nil if it was the first.
    var previous: String?
    var due: WallClockInstant
  }

  struct State: Codable, Sendable {
    /// How many changes were made.
    var count = 0
    /// The numbers of the last changes, the newest at the end.
    var tail: [String] = []
    /// The alarms that haven't rung, in the order in which they are due.
    var alarms: [Alarm] = []
  }

  enum Action: Sendable {
    case changed(String, alarm: WallClockInstant?)
    /// Changes nothing. Committed, it shows that no other node has saved since.
    case read
    case rang(Alarm)
  }

  /// Reports that an alarm rings.
  let ring: @Sendable (Alarm) -> Void

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .changed(let number, let due):
        if let due {
          state.alarms.append(Alarm(number: number, previous: state.tail.last, due: due))
          state.alarms.sort { $0.due < $1.due }
        }
        state.count += 1
        state.tail.append(number)
        if state.tail.count > Self.tailLength { state.tail.removeFirst() }
      case .read: break
      case .rang(let alarm): state.alarms.removeAll { $0 == alarm }
      }
      return .none
    }
    .task(id: { $0.alarms.first }) { alarm in
      .run(name: "alarm") { send in
        while case let rest = WallClockInstant.now.duration(to: alarm.due), rest > .zero {
          try await ContinuousClock().sleep(for: rest)
        }
        // First it rings, then that is saved: at least once.
        ring(alarm)
        await send(.rang(alarm))
      }
    }
  }
}

extension Register.State {
  /// The last changes, in the form of an answer.
  var answer: String { "\(count - tail.count) \(tail.joined(separator: ","))" }
}
