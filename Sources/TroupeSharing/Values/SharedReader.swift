import Troupe
import TroupeDiagnostics

/// A property wrapper that reads a shared value.
///
/// The rules of ``Shared`` apply.
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value: Sendable>: Sendable {
  let reference: any Reference<Value>

  init(reference: any Reference<Value>) { self.reference = reference }

  /// Creates a constant value.
  public init(value: Value) { reference = Cell(value) }

  /// Creates a property from another one, whose value it reads.
  public init(projectedValue: SharedReader) { self = projectedValue }

  /// Creates a property that reads a value that other code changes.
  public init(_ base: Shared<Value>) { reference = base.reference }

  /// Creates a property for the value of an optional; nil if there is none. While the optional is nil, the
  /// property keeps the last value.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    reference = UnwrappedReader(base.reference, value)
  }

  /// Creates a property for the value of an optional; nil if there is none. While the optional is nil, the
  /// property keeps the last value.
  public init?(_ base: Shared<Value?>) { self.init(SharedReader<Value?>(base)) }

  /// The value: in a turn, the version that the turn reads; elsewhere, the newest version.
  public var wrappedValue: Value { reference.read() }

  /// The property itself, to pass it on.
  public var projectedValue: SharedReader {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Member: Sendable>(
    dynamicMember member: any KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    read { $0[keyPath: member] }
  }

  /// Returns a property that reads the result of a function of the value.
  public func read<Member: Sendable>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    func mapped(_ reference: any Reference<Value>) -> SharedReader<Member> {
      SharedReader<Member>(reference: MappedReference(reference, body))
    }
    return mapped(reference)
  }

  // MARK: Loading

  /// Loads the value from where its key has it.
  ///
  /// It resumes when the value is loaded. When the task is cancelled, it resumes at once, and a value that
  /// comes later is dropped.
  ///
  /// - Throws: The error of the key; `CancellationError` if the task is cancelled.
  public func load() async throws { try await reference.cell.load() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.cell.isLoading }

  /// Why the value couldn't be loaded; nil since it could.
  public var loadError: (any Error)? { reference.cell.loadError }
}

extension SharedReader {
  /// Creates a property for the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default value, for a key that has no value.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    reference = Cell.of(key, default: wrappedValue)
  }

  /// Creates a property for the optional value of a key. The default is nil.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a property for the value of a key with a default value.
  public init<Key: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(wrappedValue: key.initialValue, key.base)
  }

  /// Creates a property for the value of a key, with another default value than the key's.
  public init<Key: SharedReaderKey<Value>>(
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
  public init(require key: some SharedReaderKey<Value>) async throws {
    let value = try await Self.load(key)
    reference = Cell.of(key, default: { value }, loads: false)
  }

  /// Loads the value of a key, which has to have one.
  static func load(_ key: some SharedReaderKey<Value>) async throws -> Value {
    try Task.checkCancellation()
    // An in-memory key has its value already.
    if let key = key as? InMemoryKey<Value> {
      guard let cell = key.storage.cell(key.key) as? Cell<Value> else {
        throw SharedValueMissing(key: "\(key)")
      }
      return cell.newestVersion.value
    }
    let result = await Loading<Value>().run {
      key.load(context: .userInitiated, continuation: LoadContinuation("\(key)", callback: $0))
    }
    guard let value = try result.get() else { throw SharedValueMissing(key: "\(key)") }
    return value
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: SharedReader, rhs: SharedReader) -> Bool {
    lhs.wrappedValue == rhs.wrappedValue
  }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: CustomStringConvertible {
  /// The type, and the key; without a key, the value.
  public var description: String { "SharedReader\(text)" }

  var text: String {
    let text = reference.cell.keyText == nil ? "value: \(String(reflecting: wrappedValue))" : reference.name
    return "<\(TypeName(Value.self).full)>(\(text))"
  }
}

extension SharedReader: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension SharedReader: CustomValueText {
  /// The value.
  public var valueForText: Any { wrappedValue }
}
