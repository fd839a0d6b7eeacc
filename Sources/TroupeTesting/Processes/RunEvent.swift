/// An event of a simulated run, for the report of a failure.
package struct RunEvent: Hashable, Sendable {
  /// The virtual time since the run's start.
  package let time: Duration
  /// The part of the system to which the event belongs, such as a process's name.
  package let lane: String
  package let text: String
  /// Whether the report lists the event. Pictures show all events.
  package let isReported: Bool

  package init(time: Duration, lane: String, text: String, isReported: Bool) {
    self.time = time
    self.lane = lane
    self.text = text
    self.isReported = isReported
  }

  /// The event as a line of a report, such as `12.310 s: "server" crashed`.
  package var line: String { "\(time.inSeconds): \(text)" }
}

extension Duration {
  /// The duration in seconds with three decimals, such as `12.310 s`.
  package var inSeconds: String {
    let milliseconds = nanoseconds / 1_000_000
    let decimals = String(abs(milliseconds) % 1_000)
    let sign = milliseconds < 0 ? "-" : ""
    return
      "\(sign)\(abs(milliseconds) / 1_000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals) s"
  }
}
