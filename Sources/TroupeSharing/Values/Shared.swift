import Troupe
import TroupeDiagnostics

/// A property wrapper for a value that several features, stores or functions share.
///
/// ```swift
/// @Shared(.inMemory("seats")) var seats = 100
///
/// let seat = $seats.withLock { seats in
///   seats -= 1
///   return seats
/// }
/// ```
///
/// All properties with the same key share one value, in all stores and on all threads. A copy of the
/// property, such as the one in the state of a child, shares it, too.
///
/// - Within a turn of a store, all reads of a value see one version: the newest version at the first read, or
///   the version that the turn itself has written.
/// - ``withLock(_:)`` changes the newest version. It is atomic over all stores and threads, and its result is
///   immediately visible to all threads.
///
/// The guide "Sharing state" describes all rules, and when not to share.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  let reference: any MutableReference<Value>

  init(reference: any MutableReference<Value>) { self.reference = reference }

  /// Creates a value without a key. The copies of the property share it.
  public init(value: Value) { reference = Cell(value) }

  /// Creates a property from another one, whose value it shares.
  public init(projectedValue: Shared) { self = projectedValue }

  /// Creates a property for the value of an optional; nil if there is none.
  ///
  /// While the optional is nil, the property keeps the last value, and writes don't bring the optional back.
  ///
  /// - Parameter base: The optional.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    reference = UnwrappedReference(base.reference, value)
  }

  /// The value: in a turn, the version that the turn reads; elsewhere, the newest version.
  ///
  /// To change it, use ``withLock(_:)`` of the projected value: `$seats.withLock { $0 += 1 }`.
  public var wrappedValue: Value {
    get { reference.read() }
    @available(
      *,
      unavailable,
      message: "Another thread may write between a read and this write. Use '$value.withLock { $0 = … }'."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The property itself, to share its value, or a part of it. Assigning it makes the property share another
  /// value.
  public var projectedValue: Shared {
    get { self }
    set { self = newValue }
  }

  /// Changes the value.
  ///
  /// The body gets the newest version, which may be newer than the version that the turn has read. No other
  /// thread changes the value in the meantime, and all threads see the change as soon as the body has
  /// returned. The body runs once. If it throws an error, the value doesn't change.
  ///
  /// If the body reads or locks the value through a property, or locks another value, the program traps.
  /// To change two values at once, use `withLock($first, $second) { first, second in … }`.
  ///
  /// - Parameter body: Changes the value. Keep it short, because other writers wait for it.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body.
  @discardableResult
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // This code is compiled for the caller's types. The rest of the package only gets whether the body
    // failed.
    var outcome = BodyOutcome<Result, Failure>.none
    _ = modify { value in
      do throws(Failure) {
        outcome = .returned(try body(&value))
        return true
      } catch {
        outcome = .failed(error)
        return false
      }
    }
    return try outcome.get()
  }

  @usableFromInline
  func modify(_ body: (inout Value) -> Bool) -> Bool { reference.modify(body) }

  /// Changes the value outside turns, and returns when the change is saved.
  ///
  /// ```swift
  /// let seat = try await $seats.update { seats in
  ///   defer { seats -= 1 }
  ///   return seats
  /// }
  /// ```
  ///
  /// The method first loads a value that isn't loaded yet. If the key keeps the value in a storage, and
  /// another owner has saved the key in the meantime, the method loads that owner's value and runs the body
  /// again. The body may therefore run several times, and only its last run is saved. If the key has no save,
  /// the method returns after the change.
  ///
  /// If the task is cancelled, the method throws at once. A change that was already made is still saved.
  ///
  /// - Parameter body: Changes the value, with the rules of ``withLock(_:)``.
  /// - Returns: The result of the body's last run.
  /// - Throws: The error of the body; the error of the key if the value can't be loaded or saved;
  ///   `CancellationError` if the task is cancelled.
  @discardableResult
  public nonisolated(nonsending) func update<Result>(
    _ body: (inout Value) throws -> Result
  ) async throws -> Result {
    var outcome = BodyOutcome<Result, any Error>.none
    try await reference.cell.update { writes in
      reference.modify(writes) { value in
        outcome = BodyOutcome { try body(&value) }
        return outcome.isSuccess
      }
    }
    return try outcome.get()
  }

  /// A part of the value, which can be changed.
  public subscript<Member: Sendable>(
    dynamicMember member: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(reference: PartReference(reference, member))
  }

  /// A part of the value, which can be read.
  public subscript<Member: Sendable>(
    dynamicMember member: any KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: member]
  }

  /// Returns a property that reads the result of a function of the value.
  public func read<Member: Sendable>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  // MARK: Loading and saving

  /// Loads the value with its key.
  ///
  /// The call resumes when the value is loaded. If the task is cancelled, the call resumes immediately, and
  /// the loaded value is dropped.
  ///
  /// - Throws: The error of the key; `CancellationError` if the task is cancelled.
  public func load() async throws { try await reference.cell.load() }

  /// Saves the value with its key.
  ///
  /// The call resumes when the newest value is saved. If the task is cancelled, the call resumes immediately,
  /// and the save continues.
  ///
  /// - Throws: The error of the key; `CancellationError` if the task is cancelled.
  public func save() async throws { try await reference.cell.save() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.cell.isLoading }

  /// The error of the last load; nil after a successful load or save.
  public var loadError: (any Error)? { reference.cell.loadError }

  /// The error of the last save; nil after a successful save.
  public var saveError: (any Error)? { reference.cell.saveError }
}

extension Shared {
  /// Creates a property for the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default value, for a key that has no value.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    reference = Cell.of(key, default: wrappedValue)
  }

  /// Creates a property for the optional value of a key. The default is nil.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a property for the value of a key with a default value.
  public init<Key: SharedKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(wrappedValue: key.initialValue, key.base)
  }

  /// Creates a property for the value of a key, with another default value than the key's.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Key>
  ) {
    self.init(wrappedValue: wrappedValue(), key.base)
  }

  /// Loads the value of a key, and creates a property for it.
  ///
  /// It resumes when the value is loaded, or at once when the task is cancelled.
  ///
  /// - Parameter key: The key.
  /// - Throws: The error of the key; ``SharedValueMissing`` if it has no value; `CancellationError` if the
  ///   task is cancelled.
  public init(require key: some SharedKey<Value>) async throws {
    let value = try await SharedReader<Value>.load(key)
    let cell = Cell.of(key, default: { value }, loads: false)
    reference = cell
    // The value of a storage is available when its key is claimed.
    if cell.saves != nil { try await cell.load() }
  }
}

/// A key that was required has no value.
public struct SharedValueMissing: Error, CustomStringConvertible {
  /// The text of the key.
  public let key: String

  /// A description of the error and of its solution.
  public var description: String {
    "\(key) has no value. Save one first, or create the property with a default value instead of `require:`."
  }
}

extension Shared: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: Shared, rhs: Shared) -> Bool {
    let value = lhs.wrappedValue
    // Another thread may write between two reads.
    return value == (lhs.reference === rhs.reference ? value : rhs.wrappedValue)
  }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomStringConvertible {
  /// The type, and the key; without a key, the value.
  public var description: String { "Shared\(SharedReader(self).text)" }
}

extension Shared: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Shared: CustomValueText {
  /// The value.
  public var valueForText: Any { wrappedValue }
}

extension Shared {
  /// The number of observers of the value, for tests.
  package var observerCount: Int { reference.cell.observerCount }
}
