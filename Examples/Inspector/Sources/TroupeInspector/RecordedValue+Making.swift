import TroupeRecording

/// Makes values for answers to the page.
extension RecordedValue {
  static func int(_ number: some BinaryInteger) -> RecordedValue { .number(String(number)) }

  static func ints(_ numbers: some Sequence<Int>) -> RecordedValue { .array(numbers.map { .int($0) }) }

  static func strings(_ texts: some Sequence<String>) -> RecordedValue { .array(texts.map { .string($0) }) }

  /// A duration in nanoseconds, which a page's numbers represent exactly for three months.
  static func nanoseconds(_ duration: Duration) -> RecordedValue { .int(duration.wholeNanoseconds) }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }

  var elements: [RecordedValue]? { if case .array(let elements) = self { elements } else { nil } }
}

extension Duration {
  /// The nanoseconds; the largest number for a duration of more than 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isAlsoTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLarge || isAlsoTooLarge ? (seconds < 0 ? .min : .max) : sum
  }
}
