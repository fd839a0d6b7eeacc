import Synchronization

/// An immutable set of the values that were set for dependencies.
///
/// Two sets with the same identity are equal, and a change creates a new set. Code that derives data from a
/// set can compare identities to check whether the data is still valid.
package final class DependencyOverrides: Sendable {
  private struct Override {
    let key: ObjectIdentifier
    let entry: DependencyEntry
  }

  /// The place that owns a set, such as a store, compared by identity.
  private final class Position: Sendable {}

  private enum Knowledge: UInt8, AtomicRepresentable { case unknown, no, yes }

  /// The number of values is small, so a linear search is faster than hashing.
  private let values: [Override]
  private let position: Position?
  /// The context; nil if it wasn't set.
  let context: DependencyContext?
  /// The source of the values that were not set; nil for the values of the process.
  let defaults: DefaultValues?

  /// Whether some values change when they are used. The first check determines it.
  private let consumables = Atomic(Knowledge.unknown)
  /// Whether the set's context is `live`; nil if the set has no context.
  private let isLiveByItself: Bool?

  /// Whether the context is known to be `live` without a search.
  @inline(__always)
  var isLive: Bool { isLiveByItself ?? DefaultValues.isProcessLive.load(ordering: .relaxed) }

  /// The empty set.
  package static let none = DependencyOverrides(values: [], position: nil, context: nil, defaults: nil)

  private init(values: [Override], position: Position?, context: DependencyContext?, defaults: DefaultValues?)
  {
    self.values = values
    self.position = position
    self.context = context
    self.defaults = defaults
    isLiveByItself = context.map { $0 == .live } ?? (defaults == nil ? nil : false)
  }

  /// Returns a key's entry, which the set keeps alive.
  func entry(for key: ObjectIdentifier) -> Unmanaged<DependencyEntry>? {
    for value in values where value.key == key { return .passUnretained(value.entry) }
    return nil
  }

  /// Returns this set's context, or the other set's context if this set has none.
  func context(over other: DependencyOverrides) -> DependencyContext {
    if let context = context ?? other.context { return context }
    return (defaults ?? other.defaults ?? .current).context
  }

  var entries: [DependencyEntry] { values.map(\.entry) }

  func setting<Value: Sendable>(_ key: ObjectIdentifier, to value: Value) -> DependencyOverrides {
    setting(Override(key: key, entry: TypedEntry(value, key: key)))
  }

  private func setting(_ override: Override) -> DependencyOverrides {
    var values = values
    if let index = values.firstIndex(where: { $0.key == override.key }) {
      values[index] = override
    } else {
      values.append(override)
    }
    return DependencyOverrides(values: values, position: position, context: context, defaults: defaults)
  }

  /// Whether some values change when they are used.
  var hasConsumables: Bool {
    switch consumables.load(ordering: .relaxed) {
    case .yes: return true
    case .no: return false
    case .unknown:
      let hasAny = values.contains { $0.entry.isConsumable }
      consumables.store(hasAny ? .yes : .no, ordering: .relaxed)
      return hasAny
    }
  }

  /// The same set, with copies of the values that change when they are used.
  var copy: DependencyOverrides {
    guard hasConsumables else { return self }
    let copies = values.map { Override(key: $0.key, entry: $0.entry.copy) }
    return DependencyOverrides(values: copies, position: position, context: context, defaults: defaults)
  }

  func with(context: DependencyContext?) -> DependencyOverrides {
    DependencyOverrides(values: values, position: position, context: context, defaults: defaults)
  }

  func with(defaults: DefaultValues?) -> DependencyOverrides {
    DependencyOverrides(values: values, position: position, context: context, defaults: defaults)
  }

  /// Returns the same values for a place where another set is current. If this set has no position or
  /// defaults, it takes the other set's.
  func inPlace(of other: DependencyOverrides) -> DependencyOverrides {
    let position = position ?? other.position
    let defaults = defaults ?? other.defaults
    if position === self.position, defaults === self.defaults { return self }
    return DependencyOverrides(values: values, position: position, context: context, defaults: defaults)
  }

  /// Returns the other set's values, overridden with this set's values.
  func over(_ other: DependencyOverrides) -> DependencyOverrides {
    if self === DependencyOverrides.none || self === other { return other }
    var result = DependencyOverrides(
      values: other.values,
      position: position,
      context: context ?? other.context,
      defaults: defaults ?? other.defaults
    )
    for value in values { result = result.setting(value) }
    return result
  }

  /// The values that a property wrapper captures when it is created.
  ///
  /// A wrapper that is created for a default must not keep the defaults alive, because the defaults keep the
  /// wrapper alive. The wrapper looks up the current defaults when it is read.
  var forWrapper: DependencyOverrides {
    guard defaults != nil, DefaultCreation.current != nil else { return self }
    return with(defaults: nil)
  }

  /// Returns the same values for a new position. Changes made inside the position belong to it.
  package func forNewPosition() -> DependencyOverrides {
    DependencyOverrides(values: values, position: Position(), context: context, defaults: defaults)
  }

  /// Returns the same values for an object that isn't part of the position for which they were set.
  package func withoutPosition() -> DependencyOverrides {
    if position == nil { return self }
    return DependencyOverrides(values: values, position: nil, context: context, defaults: defaults)
  }

  /// Returns the set to use for work that was created under one set and runs in another set's position, or
  /// nil if no values are set.
  ///
  /// The work keeps the values under which it was created if they were set in that position or outside any
  /// position. It doesn't keep another position's values, because it was created in that position only by
  /// chance, such as a constant that its first use creates.
  package static func ofWork(
    madeUnder made: DependencyOverrides?,
    in here: DependencyOverrides?
  ) -> DependencyOverrides? {
    guard let made else { return here }
    return made.position == nil || made.position === here?.position ? made : here
  }
}
