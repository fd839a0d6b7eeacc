import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

/// A countdown that rings.
///
/// The state alone says what runs: as long as a timer is pending, an effect waits for its end. A program that
/// is started after a crash restores the state, and with that the effect.
///
/// It rings before the state says so. A crash in between makes it ring again, so that no alarm is lost.
struct Alarm: Reducer {
  /// Rings for a name. If it throws, the alarm counts as not rung.
  let ring: @Sendable (_ name: String) throws -> Void
  /// Tells that it is saved that the alarm has rung, so that it never rings again.
  let tellMarked: @Sendable () throws -> Void

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  var body: some Reducer<Countdown.State, Countdown.Action> {
    Countdown()
      .onChange(of: { $0.rangAt }) { _, _, _ in
        // No effect starts before the turn that it belongs to is saved.
        .run(name: "tell") { _ in try tellMarked() }
      }
      .task(id: { $0.pending }) { timer in
        .run(name: "alarm") { send in
          // More than once if the wall clock is set back meanwhile.
          while case let rest = now.duration(to: timer.end), rest > .zero {
            try await clock.sleep(for: rest)
          }
          try ring(timer.name)
          await send(.rang(at: now))
        }
      }
  }

  private var now: WallClockInstant { WallClockInstant(date.now) }
}
