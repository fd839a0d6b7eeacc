#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

extension WallClockInstant {
  /// The current time, as the system's clock has it. It can jump when that clock is set.
  public static var now: WallClockInstant {
    var time = timeval()
    guard gettimeofday(&time, nil) == 0 else {
      preconditionFailure("The system has no clock of the time of day.")
    }
    return WallClockInstant(sinceEpoch: .seconds(time.tv_sec) + .microseconds(time.tv_usec))
  }
}
