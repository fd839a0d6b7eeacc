import Foundation
import TroupeDurable

extension WallClockInstant {
  /// The current time of the system's clock, which can jump when that clock is set.
  public static var now: WallClockInstant { WallClockInstant(Date()) }

  /// Creates an instant from a date, limited to 10¹⁷ seconds before or after the reference date.
  ///
  /// - Parameter date: The date to convert. Its time interval must not be NaN.
  public init(_ date: Date) {
    let limit = 1e17
    let interval = date.timeIntervalSinceReferenceDate
    precondition(!interval.isNaN, "WallClockInstant: The time interval of the date is not a number.")
    let seconds = min(max(interval, -limit), limit)
    // The seconds are converted in two parts, neither of which is rounded more than a date is.
    let whole = seconds.rounded(.down)
    let attoseconds = Int64(((seconds - whole) * 1e18).rounded())
    self.init(
      sinceEpoch: .referenceDate + .seconds(Int64(whole))
        + Duration(secondsComponent: 0, attosecondsComponent: attoseconds)
    )
  }
}

extension Date {
  /// Creates a date from an instant, as precisely as a date can represent the instant.
  ///
  /// - Parameter instant: The instant to convert.
  public init(_ instant: WallClockInstant) {
    let (seconds, attoseconds) = (instant.sinceEpoch - .referenceDate).components
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + Double(attoseconds) / 1e18)
  }
}

extension Duration {
  /// The duration from 1970 to Foundation's reference date, 2001-01-01 00:00 UTC.
  fileprivate static var referenceDate: Duration { .seconds(978_307_200) }
}
