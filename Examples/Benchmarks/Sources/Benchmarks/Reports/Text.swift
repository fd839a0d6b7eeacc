import Foundation

/// Numbers as text, and messages for the person who waits.
enum Text {
  /// Prints a line at once, even if the output is a file.
  static func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Three digits, with commas in longer numbers.
  static func figure(_ number: Double) -> String {
    switch abs(number) {
    case .infinity, .nan: "?"
    case 100...: grouped(Int(number.rounded()))
    case 10...: String(format: "%.1f", number)
    default: String(format: "%.2f", number)
    }
  }

  static func grouped(_ number: Int) -> String {
    guard abs(number) >= 1_000 else { return "\(number)" }
    return grouped(number / 1_000) + String(format: ",%03d", abs(number % 1_000))
  }
}
