import Troupe
import TroupeDurable

/// The reducer of a countdown, without its alarm. `add` runs this, and leaves the alarm to `run`.
struct Countdown: Reducer {
  struct Timer: Codable, Hashable, Sendable {
    var name: String
    var end: WallClockInstant
  }

  struct State: Codable, Equatable, Sendable {
    /// Nil until the countdown is started.
    var timer: Timer?
    /// When the alarm has rung; nil as long as it hasn't.
    var rangAt: WallClockInstant?

    /// The timer whose alarm hasn't rung.
    var pending: Timer? { rangAt == nil ? timer : nil }
  }

  enum Action: Equatable, Sendable {
    case started(Timer)
    case rang(at: WallClockInstant)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started(let timer):
      if state.timer == nil { state.timer = timer }
    case .rang(let instant):
      if state.pending != nil { state.rangAt = instant }
    }
    return .none
  }
}
