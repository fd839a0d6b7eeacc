import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// The functions of a key that a cell uses.
struct Persistence<Value: Sendable>: Sendable {
  let load: @Sendable (LoadContext<Value>, LoadContinuation<Value>) -> Void
  let subscribe: @Sendable (LoadContext<Value>, SharedSubscriber<Value>) -> SharedSubscription
  /// Nil for a key that is only read.
  let save: (@Sendable (Value, SaveContext, SaveContinuation) -> Void)?
  /// The key, if it keeps the value in a storage.
  let stored: (any StoredSharedKey<Value>)?

  init<Key: SharedReaderKey<Value>>(_ key: Key) {
    stored = key as? any StoredSharedKey<Value>
    load = { key.load(context: $0, continuation: $1) }
    subscribe = { key.subscribe(context: $0, subscriber: $1) }
    func opened<Saved: SharedKey>(_ key: Saved) -> (@Sendable (Value, SaveContext, SaveContinuation) -> Void)?
    {
      { value, context, continuation in
        guard let value = value as? Saved.Value else { return continuation.resume() }
        key.save(value, context: context, continuation: continuation)
      }
    }
    save = (key as? any SharedKey).flatMap { opened($0) }
  }
}

extension Cell {
  /// Returns the value of a key in the current space, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - initial: The default value.
  ///   - loads: Whether a new value is loaded.
  static func of<Key: SharedReaderKey<Value>, Failure: Error>(
    _ key: Key,
    default initial: () throws(Failure) -> Value,
    loads: Bool = true
  ) throws(Failure) -> Cell {
    if let key = key as? InMemoryKey<Value> { return try of(key, default: initial) }
    let space = SharedCells.current
    let id = SharedCells.ID(KeyID(base: key.id))
    var known = space.cell(id)
    if known == nil {
      let new = Cell(
        try initial(),
        in: space,
        id: id,
        keyText: "\(key)",
        keyCoding: KeyCoding(key),
        persistence: Persistence(key)
      )
      known = space.insert(new, id)
    }
    guard let cell = known as? Cell else { return separate(key, known, try initial()) }
    if cell.stored != nil, space.attachment({ StoredCells() }).keep(cell) {
      (key as? any StoredSharedKey)?.register(in: space)
    }
    cell.start(loads: loads)
    return cell
  }

  /// The storage of an in-memory key keeps its value, also when no property holds it any more.
  private static func of<Failure: Error>(
    _ key: InMemoryKey<Value>,
    default initial: () throws(Failure) -> Value
  ) throws(Failure) -> Cell {
    var known = key.storage.cell(key.key)
    if known == nil {
      let new = Cell(
        try initial(),
        in: .current,
        id: nil,
        keyText: "\(key)",
        keyCoding: KeyCoding(key),
        persistence: nil
      )
      known = key.storage.insert(new, key.key)
    }
    guard let cell = known as? Cell else { return separate(key, known, try initial()) }
    return cell
  }

  /// Reports that a key is used with two types, and returns a value that nothing shares.
  private static func separate(_ key: some Any, _ known: AnyObject?, _ initial: Value) -> Cell {
    let other = (known as? any AnyCell)?.valueType ?? "another type"
    reportIssue(
      """
      \(key) is used with two types: with \(TypeName(Value.self).full), and before with \(other). The two uses don't share \
      a value.

      Declare the key once, with its type, as in `extension SharedKey where Self == InMemoryKey<Int>.Default { static var … }`.
      """
    )
    return Cell(initial)
  }
}

/// The id of a key, whatever its type.
///
/// - Note: `@unchecked Sendable`: keys declare their ids as `some Hashable`, which loses `Sendable`. A key is
///   `Sendable`, and makes an id that only the space of keys has, which uses it under a lock.
///   `SharingStressTests/testValuesOfKeysAreMadeOnce` does so under the thread sanitizer.
private struct KeyID: Hashable, @unchecked Sendable {
  let base: AnyHashable
}
