import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

/// A countdown that rings.
///
/// The state alone determines what runs: as long as a timer is pending, an effect waits for its end. A
/// program that is started after a crash restores the state, and with it the effect.
///
/// It rings before the state says so. After a crash in between, it rings again, so that no alarm is lost.
struct Alarm: Reducer {
  /// Rings for a name. If it throws, the alarm counts as not rung.
  let ring: @Sendable (_ name: String) throws -> Void
  /// Reports that the alarm's ringing is saved, so that it never rings again.
  let tellMarked: @Sendable () throws -> Void

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  var body: some Reducer<Countdown.State, Countdown.Action> {
    Countdown()
      .onChange(of: { $0.rangAt }) { _, _, _ in
        // No effect starts before its turn is saved.
        .run(name: "tell") { _ in try tellMarked() }
      }
      .task(id: { $0.pending }) { timer in
        .run(name: "alarm") { send in
          // More than once if the wall clock is set back in the meantime.
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
