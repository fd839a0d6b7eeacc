import Synchronization

/// The id of an element in a stack. The id is created when the element is pushed.
public struct StackElementID: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: Int

  /// Orders ids by the age of their elements, oldest first.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }

  /// The number, as in `#3`.
  public var description: String { "#\(number)" }
}

extension StackElementID: Codable {
  /// Encodes the number of the id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// Decodes the number of an id.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError`, for example if the number is so large that later ids could overflow.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    number = try container.decode(Int.self)
    guard number <= Int.max / 2 else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(number) is too large for a stack element's id."
      )
    }
  }
}

extension StackElementID: CustomValueText {
  /// The number.
  public var valueForText: Any { number }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates an id with a given number, for tests. Elements are numbered from zero in each `TestStore`, and
  /// in each store whose `stackElementID` is set to ``StackElementIDGenerator/counting``.
  public init(integerLiteral number: Int) { self.number = number }
}

/// A source of ids for stack elements.
public struct StackElementIDGenerator: ConsumableDependency {
  private final class Counter: Sendable {
    let next: Atomic<Int>

    init(_ first: Int) { next = Atomic(first) }
  }

  private let counter: Counter

  /// A generator that counts up from zero.
  public static var counting: StackElementIDGenerator { StackElementIDGenerator(counter: Counter(0)) }

  /// Returns a new id.
  public func callAsFunction() -> StackElementID {
    guard let reads = DependencyReads.current else { return new() }
    let id = reads.value("stackElementID", new)
    // In a replay, the recording provides the id.
    skip(past: id)
    return id
  }

  /// Returns a new id, like a call of the generator itself.
  public func next() -> StackElementID { callAsFunction() }

  private func new() -> StackElementID {
    StackElementID(number: counter.next.add(1, ordering: .relaxed).oldValue)
  }

  /// Returns the next id without consuming it.
  public func peek() -> StackElementID {
    DependencyReads.current?.value("stackElementID.peek") { nextID } ?? nextID
  }

  /// The next id, for test tools. Recordings don't include values that are read from this property.
  package var nextID: StackElementID { StackElementID(number: counter.next.load(ordering: .relaxed)) }

  /// Returns an independent generator that continues from the current id.
  public func copy() -> StackElementIDGenerator {
    StackElementIDGenerator(counter: Counter(nextID.number))
  }

  /// Skips an id that another generator created, and all lower ids.
  func skip(past id: StackElementID) {
    // A decoded number may be the largest possible number, so the addition must not trap on overflow.
    counter.next.max(id.number &+ 1, ordering: .relaxed)
  }
}

extension StackElementIDGenerator: RecordableDependency {
  /// Returns this generator, which records each id itself.
  public func recorded(by recorder: DependencyRecorder) -> Self { self }
}

extension DependencyValues {
  /// The source of ids for stack elements. The default generator creates each id only once in a process.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static var liveValue: StackElementIDGenerator { .counting }
  static var testValue: StackElementIDGenerator { .counting }
}
