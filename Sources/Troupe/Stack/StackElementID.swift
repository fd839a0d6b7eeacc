import Synchronization

/// The id of an element of a stack, made when the element comes in.
public struct StackElementID: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: Int

  /// Orders ids by the age of their elements, oldest first.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }

  /// The number, as in `#3`.
  public var description: String { "#\(number)" }
}

extension StackElementID: Codable {
  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// Decodes a number.
  ///
  /// - Parameter decoder: Holds the number.
  /// - Throws: A `DecodingError`, also for a number that is so large that ids could soon not be counted any more.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    number = try container.decode(Int.self)
    guard number <= Int.max / 2 else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(number) is too large for the id of an element of a stack."
      )
    }
  }
}

extension StackElementID: CustomValueText {
  /// The number.
  public var valueForText: Any { number }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// The id with a number, for tests. A `TestStore` numbers elements from zero, and so does any store for which
  /// `stackElementID` is set to ``StackElementIDGenerator/counting``.
  public init(integerLiteral number: Int) { self.number = number }
}

/// Makes the ids of the elements of stacks, one after another.
public struct StackElementIDGenerator: ConsumableDependency {
  private final class Counter: Sendable {
    let next: Atomic<Int>

    init(_ first: Int) { next = Atomic(first) }
  }

  private let counter: Counter

  /// Counts up from zero.
  public static var counting: StackElementIDGenerator { StackElementIDGenerator(counter: Counter(0)) }

  /// A new id.
  public func callAsFunction() -> StackElementID {
    StackElementID(number: counter.next.add(1, ordering: .relaxed).oldValue)
  }

  /// The id that comes next, if nobody else asks for one before.
  public func peek() -> StackElementID {
    StackElementID(number: counter.next.load(ordering: .relaxed))
  }

  /// A generator of its own that goes on from here.
  public func copy() -> StackElementIDGenerator {
    StackElementIDGenerator(counter: Counter(peek().number))
  }

  /// Doesn't make an id, or one before it, that came from elsewhere.
  func skip(past id: StackElementID) {
    counter.next.max(id.number + 1, ordering: .relaxed)
  }
}

extension DependencyValues {
  /// What makes the ids of the elements of stacks; each is made once in a program.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static var liveValue: StackElementIDGenerator { .counting }
  static var testValue: StackElementIDGenerator { .counting }
}
