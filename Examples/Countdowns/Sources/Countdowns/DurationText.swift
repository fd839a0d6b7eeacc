/// The text of a duration, as a user types it: `90s`, `2m`, `1h30m`, `500ms`.
enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Reads a duration: numbers with units, the larger units first.
  static func read(_ text: String) throws(CountdownsError) -> Duration {
    var (rest, units, sum) = (text[...], units[...], Duration.zero)
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let name = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let number = Int64(digits), number <= 1_000_000,
        let index = units.firstIndex(where: { $0.name == name })
      else {
        throw CountdownsError(
          .badDuration,
          """
          "\(TerminalText.shown(text))" isn't a duration. Write whole numbers up to a million with the units d, h, m, s and ms, the larger units \
          first, as in 90s, 2m or 1h30m.
          """
        )
      }
      sum += .milliseconds(number * units[index].milliseconds)
      units = units[(index + 1)...]
      rest = rest.dropFirst(digits.count + name.count)
    } while !rest.isEmpty
    return sum
  }
}
