/// The values that were set for dependencies: an immutable set.
///
/// Two sets with the same identity are the same; a change makes another. So whoever has derived something from a
/// set can tell whether it still holds.
package final class DependencyOverrides: Sendable {
  private struct Override {
    let key: ObjectIdentifier
    let entry: DependencyEntry
  }

  /// Few, so that going through them is faster than hashing.
  private let values: [Override]
  let context: DependencyContext
  /// Where the values come from that were not set.
  let defaults: DefaultValues

  /// Nothing was set.
  package static let none = DependencyOverrides(values: [], context: .process, defaults: .process)

  private init(values: [Override], context: DependencyContext, defaults: DefaultValues) {
    self.values = values
    self.context = context
    self.defaults = defaults
  }

  func entry(for key: ObjectIdentifier) -> DependencyEntry? {
    for value in values where value.key == key { return value.entry }
    return nil
  }

  var entries: [DependencyEntry] { values.map(\.entry) }

  func setting<Value: Sendable>(_ key: ObjectIdentifier, to value: Value) -> DependencyOverrides {
    let override = Override(key: key, entry: TypedEntry(value, key: key))
    var values = values
    if let index = values.firstIndex(where: { $0.key == key }) {
      values[index] = override
    } else {
      values.append(override)
    }
    return DependencyOverrides(values: values, context: context, defaults: defaults)
  }

  func with(context: DependencyContext) -> DependencyOverrides {
    DependencyOverrides(values: values, context: context, defaults: defaults)
  }

  func with(defaults: DefaultValues) -> DependencyOverrides {
    DependencyOverrides(values: values, context: context, defaults: defaults)
  }
}
