import Synchronization
import TroupeDiagnostics

/// An object that stores the dependencies under which it was created, other than in a property wrapper.
package protocol DependencyKeeper: AnyObject {
  /// The values that were set when the object was created.
  nonisolated var keptOverrides: DependencyOverrides { get }
}

/// The dependencies under which objects were created, for objects that don't store these values themselves.
///
/// The table refers to objects weakly. Because an object's release sends no notification, each call that sets
/// dependencies checks a few entries and removes the entries whose objects have been released. As a result,
/// at most half of the entries refer to released objects.
enum ModelOverrides {
  /// - Note: `@unchecked Sendable`: the object is only compared. Loaded objects are released outside the
  ///   lock, because the release may deinitialize an object. `ModelOverridesTests` run this under the thread
  ///   sanitizer.
  private struct Model: @unchecked Sendable {
    weak var object: AnyObject?
  }

  /// Objects to be released outside the lock, because a deinitializer may run any code.
  private struct Released: @unchecked Sendable {
    var objects: [AnyObject] = []
    var overrides: [DependencyOverrides] = []
  }

  private struct Entry: Sendable {
    let id: ObjectIdentifier
    var model: Model
    let overrides: DependencyOverrides
  }

  private struct State {
    var entries: [Entry] = []
    var indices: [ObjectIdentifier: Int] = [:]
    /// The entry that is checked next.
    var next = 0
    /// Whether the objects of a class store their values themselves.
    var keepers: [ObjectIdentifier: Bool] = [:]
  }

  private static let state = Locked(State())
  private static let number = Atomic(0)

  /// The number of entries, for tests.
  static var count: Int { number.load(ordering: .relaxed) }

  /// Remembers the values under which an operation's returned object was created, if the operation returned
  /// an object.
  ///
  /// Only the first call for an object counts: the innermost operation that returns an object created it.
  static func remember<Result>(_ result: Result, _ overrides: DependencyOverrides) {
    let models = ReturnedModels.of(result)
    if models.isEmpty, count == 0 { return }
    // The released objects are freed when the method returns, outside the lock.
    let released = state.withLock { [models = Released(objects: models)] state in
      var released = Released()
      for model in models.objects { insert(model, overrides, into: &state, &released) }
      sweep(models.objects.isEmpty ? 1 : 4, &state, &released)
      number.store(state.entries.count, ordering: .relaxed)
      return released
    }
    withExtendedLifetime(released) {}
  }

  /// Returns the values under which an object was created, or nil if they are unknown.
  static func overrides(of model: AnyObject) -> DependencyOverrides? {
    if count == 0 { return nil }
    let model = Released(objects: [model])
    let (found, released) = state.withLock { state in
      var released = Released()
      guard let object = model.objects.first, let index = state.indices[ObjectIdentifier(object)]
      else { return (DependencyOverrides?.none, released) }
      let known = state.entries[index].model.object
      if let known { released.objects.append(known) }
      // An earlier object may have had the same address.
      return (known === object ? state.entries[index].overrides : nil, released)
    }
    withExtendedLifetime(released) {}
    return found
  }

  private static func insert(
    _ model: AnyObject,
    _ overrides: DependencyOverrides,
    into state: inout State,
    _ released: inout Released
  ) {
    let type = ObjectIdentifier(Swift.type(of: model))
    let isKeeper = state.keepers[type] ?? ReturnedModels.keepTheirValues(Swift.type(of: model))
    state.keepers[type] = isKeeper
    if isKeeper { return }
    let id = ObjectIdentifier(model)
    let entry = Entry(id: id, model: Model(object: model), overrides: overrides)
    guard let index = state.indices[id] else {
      state.indices[id] = state.entries.count
      state.entries.append(entry)
      return
    }
    // No other live object has the address.
    if state.entries[index].model.object != nil { return }
    released.overrides.append(state.entries[index].overrides)
    state.entries[index] = entry
  }

  /// Checks a few entries of live objects, and more entries of released objects, up to a limit, so that all
  /// calls take about the same time.
  private static func sweep(_ limit: Int, _ state: inout State, _ released: inout Released) {
    var alive = 0
    var seen = 0
    let count = state.entries.count
    while alive < limit, seen < min(count, 32) {
      seen += 1
      if state.next >= state.entries.count { state.next = 0 }
      if let object = state.entries[state.next].model.object {
        released.objects.append(object)
        alive += 1
        state.next += 1
      } else {
        remove(at: state.next, from: &state, &released)
      }
    }
  }

  private static func remove(at index: Int, from state: inout State, _ released: inout Released) {
    state.entries.swapAt(index, state.entries.count - 1)
    let removed = state.entries.removeLast()
    state.indices[removed.id] = nil
    if index < state.entries.count { state.indices[state.entries[index].id] = index }
    released.overrides.append(removed.overrides)
  }
}
