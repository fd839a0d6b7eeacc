/// The number of an effect in its store. Later effects have larger numbers.
public struct EffectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: UInt64
  /// The effect's position in the engine's table until the effect ends.
  let slot: Int

  /// Returns whether two ids identify the same effect.
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

/// The number of an action from outside the store. Everything that the action causes shares the number.
struct CascadeID: Hashable, Sendable {
  let number: UInt64
  let slot: Int
}
