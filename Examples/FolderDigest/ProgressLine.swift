/// The line that shows how far a digest has come.
struct ProgressLine {
  var progress: Progress
  /// The time since the start.
  var elapsed: Duration

  /// The line's text, such as `120 of 400 files, 60 a second, 5 s left`.
  var text: String {
    var parts = ["\(progress.done) of \(progress.found) files\(progress.isListing ? " found so far" : "")"]
    // In the first moments, a rate would say nothing.
    if elapsed >= .milliseconds(500), progress.done > 0 {
      let rate = Double(progress.done) / (elapsed / .seconds(1))
      parts.append("\(Int(rate.rounded())) a second")
      if !progress.isListing {
        parts.append("\(timeLeft(Double(progress.found - progress.done) / rate)) left")
      }
    }
    return parts.joined(separator: ", ")
  }

  private func timeLeft(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 359_999))
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min \(seconds % 60) s"
    default: return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
    }
  }
}
