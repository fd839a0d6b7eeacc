/// The number of an effect in its store; later effects have larger numbers.
public struct EffectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: UInt64
  /// The place of the effect in the engine's table while it lasts.
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

/// The number of an action from outside, shared by everything that the action caused.
struct CascadeID: Hashable, Sendable {
  let number: UInt64
  let slot: Int
}
