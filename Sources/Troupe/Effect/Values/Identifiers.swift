// The engine's tables store several ids for each effect, so an id stores its slot in four bytes. The slot is
// the last property, because a structure that contains the id can store small properties behind it.

/// The number of an effect in its store. Later effects have larger numbers.
public struct EffectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: UInt64
  private let position: Int32

  init(number: UInt64, slot: Int) {
    self.number = number
    position = Int32(slot)
  }

  /// The effect's position in the engine's table until the effect ends.
  var slot: Int { Int(position) }

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
  private let position: Int32

  init(number: UInt64, slot: Int) {
    self.number = number
    position = Int32(slot)
  }

  /// The scope's position in the engine's table until the scope is removed.
  var slot: Int { Int(position) }

  static let root = ScopeID(number: 0, slot: 0)
}

/// The number of an action from outside the store. Everything that the action causes shares the number.
struct CascadeID: Hashable, Sendable {
  let number: UInt64
  private let position: Int32

  init(number: UInt64, slot: Int) {
    self.number = number
    position = Int32(slot)
  }

  /// The cascade's position in the engine's table until the cascade ends; negative if the engine doesn't know
  /// the cascade.
  var slot: Int { Int(position) }
}
