/// The parameters of a statement, in the binary format.
struct Parameters {
  /// The types of elements, by their numbers in the catalog of every server.
  enum Element: Int32 { case bytes = 17, number = 20, text = 25, revision = 2950 }

  /// All parameters, one after another.
  private(set) var bytes: [UInt8] = []
  /// The beginning of each parameter; it ends where the next one begins.
  private(set) var starts: [Int] = []

  /// Adds a number.
  mutating func add(_ number: Int64) {
    starts.append(bytes.count)
    append(number)
  }

  /// Adds bytes or a text.
  mutating func add(_ value: some Collection<UInt8>) {
    starts.append(bytes.count)
    bytes += value
  }

  /// Adds an array.
  ///
  /// - Parameters:
  ///   - element: The type of the elements.
  ///   - values: What to make an element of.
  ///   - encode: Adds an element with one of the `element` methods.
  mutating func add<Value>(
    _ element: Element,
    _ values: [Value],
    _ encode: (inout Parameters, Value) -> Void
  ) {
    starts.append(bytes.count)
    append(Int32(values.isEmpty ? 0 : 1))
    // Whether there may be nulls.
    append(Int32(1))
    append(element.rawValue)
    guard !values.isEmpty else { return }
    append(Int32(values.count))
    append(Int32(1))
    for value in values { encode(&self, value) }
  }

  /// Adds bytes or a text as an element.
  mutating func element(_ value: [UInt8]) {
    append(Int32(value.count))
    bytes += value
  }

  /// Adds a number, or null, as an element.
  mutating func element(_ number: Int64?) {
    guard let number else { return append(Int32(-1)) }
    append(Int32(8))
    append(number)
  }

  /// Adds a revision.
  mutating func add(_ revision: RevisionBits) {
    starts.append(bytes.count)
    append(revision.high)
    append(revision.low)
  }

  /// Adds a revision, or null, as an element.
  mutating func element(_ revision: RevisionBits?) {
    guard let revision else { return append(Int32(-1)) }
    append(Int32(16))
    append(revision.high)
    append(revision.low)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
