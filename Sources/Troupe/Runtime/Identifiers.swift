/// The number of an effect in its store; later effects have larger numbers.
public struct EffectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: UInt64
  /// Where the engine keeps the effect while it lasts.
  let slot: Int

  /// Tells whether two ids are those of the same effect.
  public static func == (lhs: EffectID, rhs: EffectID) -> Bool { lhs.number == rhs.number }

  /// Orders ids by the age of their effects, oldest first.
  public static func < (lhs: EffectID, rhs: EffectID) -> Bool { lhs.number < rhs.number }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The number, as in `#12`.
  public var description: String { "#\(number)" }
}

/// The number of a scope in its store.
struct ScopeID: Hashable, Sendable {
  let number: UInt64
  let slot: Int

  static let root = ScopeID(number: 0, slot: 0)
}

/// The number of an action that came from outside, under which everything runs that it caused.
struct CascadeID: Hashable, Sendable {
  let number: UInt64
  let slot: Int
}
