/// A hashable, sendable value of any type.
///
/// Two of them are equal if their values are equal as `AnyHashable`.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Creates the type-erased value. A value that is type-erased already is taken as it is.
  ///
  /// - Parameter base: The value.
  public init(_ base: some Hashable & Sendable) {
    if let base = base as? AnyHashableSendable { self = base } else { self.base = base }
  }

  /// Creates the type-erased value of an existential.
  ///
  /// - Parameter base: The value.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) { self.init(base) }

  /// Whether two values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The description of the value.
  public var description: String { String(describing: base) }

  /// The value, with the name of this type.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }

  /// The mirror with the value as its only child.
  public var customMirror: Mirror { Mirror(self, children: ["value": base]) }
}

extension AnyHashableSendable: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral
{
  /// Creates the type-erased string.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates the type-erased integer.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates the type-erased boolean.
  public init(booleanLiteral value: Bool) { self.init(value) }

  /// Creates the type-erased number.
  public init(floatLiteral value: Double) { self.init(value) }
}
