/// A type-erased value that is both hashable and sendable.
///
/// Two type-erased values are equal if their base values are equal as `AnyHashable`.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The base value.
  public let base: any Hashable & Sendable

  /// Creates a type-erased value. A base that is already an `AnyHashableSendable` isn't wrapped again.
  ///
  /// - Parameter base: The base value.
  public init(_ base: some Hashable & Sendable) {
    if let base = base as? AnyHashableSendable { self = base } else { self.base = base }
  }

  /// Creates a type-erased value from an existential.
  ///
  /// - Parameter base: The base value.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) { self.init(base) }

  /// Returns whether two type-erased values have equal base values.
  public static func == (lhs: Self, rhs: Self) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

  /// Hashes the base value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The base value's description.
  public var description: String { String(describing: base) }

  /// The base value's debug description, with the name of this type.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }

  /// A mirror with the base value as its only child.
  public var customMirror: Mirror { Mirror(self, children: ["value": base]) }
}

extension AnyHashableSendable: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral
{
  /// Creates a type-erased string from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a type-erased integer from a literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a type-erased Boolean value from a literal.
  public init(booleanLiteral value: Bool) { self.init(value) }

  /// Creates a type-erased floating-point number from a literal.
  public init(floatLiteral value: Double) { self.init(value) }
}
