import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics

extension SharedReaderKey {
  /// A key of a value that lives in memory, as long as the process or the test.
  ///
  /// - Parameter key: The name of the value.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// The key of a value that lives in memory; see ``SharedReaderKey/inMemory(_:)``.
///
/// The value stays in its ``InMemoryStorage`` when nothing holds it any more.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  let key: String
  let storage: InMemoryStorage

  /// Creates a key in the storage of the current dependencies.
  fileprivate init(_ key: String) {
    self.key = key
    storage = .current
  }

  /// The id of the key.
  public var id: InMemoryKeyID { InMemoryKeyID(key: key, storage: storage.id) }

  /// Does nothing: the value is never elsewhere.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resumeReturningInitialValue()
  }

  /// Does nothing: nothing changes the value from outside.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Does nothing: the value is in memory.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume()
  }
}

extension InMemoryKey: CustomStringConvertible {
  /// The text of the key, such as `.inMemory("seats")`.
  public var description: String { ".inMemory(\(String(reflecting: key)))" }
}

extension InMemoryKey: RestorableSharedKey {
  /// Decodes the key, in the storage of the current dependencies.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key)
  }
}

/// An in-memory key, whatever the type of its value. It is encoded as its name.
protocol InMemoryNamed {
  var key: String { get }
}

extension InMemoryKey: InMemoryNamed {}

/// The id of an ``InMemoryKey``.
public struct InMemoryKeyID: Hashable, Sendable {
  let key: String
  let storage: UInt64
}

/// Where the values of ``InMemoryKey`` live.
///
/// Each test has a separate one. A program can give parts of itself, such as tenants, separate ones, with the
/// dependency `defaultInMemoryStorage`.
public struct InMemoryStorage: Hashable, Sendable {
  private final class Cells: Sendable {
    let cells = Locked<[String: any AnyObject & Sendable]>([:])
  }

  private static let count = Atomic<UInt64>(0)

  // Not the address of the object, which another storage may have later.
  let id: UInt64
  private let cells: Cells

  /// Creates an empty storage.
  public init() {
    cells = Cells()
    id = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// Returns whether two storages are the same one.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  func cell(_ name: String) -> (any AnyObject & Sendable)? { cells.cells.withLock { $0[name] } }

  /// Adds the value of a name, unless there is one. Returns the value that there is.
  func insert(_ cell: any AnyObject & Sendable, _ name: String) -> any AnyObject & Sendable {
    cells.cells.withLock { cells in
      if let known = cells[name] { return known }
      cells[name] = cell
      return cell
    }
  }

  /// The storage of the current dependencies.
  static var current: InMemoryStorage {
    DependencyReads.suspend {
      @Dependency(\.defaultInMemoryStorage) var storage
      return storage
    }
  }

  /// The storage of a space.
  private final class OfSpace: Sendable {
    let storage = InMemoryStorage()
  }

  fileprivate static func of(_ space: SharedCells) -> InMemoryStorage {
    space.attachment { OfSpace() }.storage
  }
}

private enum InMemoryStorageKey: DependencyKey {
  static var liveValue: InMemoryStorage? { nil }
  static var testValue: InMemoryStorage? { nil }
}

extension DependencyValues {
  /// Where the values of `.inMemory` keys live. The default is a storage that belongs to the space of keys.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] ?? .of(self[SharedCellsKey.self]) }
    set { self[InMemoryStorageKey.self] = newValue }
  }

  /// The space in which shared values are looked up by their keys.
  ///
  /// The same key leads to different values in different spaces. Set a new space for each tenant that has to
  /// have separate values.
  public var sharedSpace: SharedSpace {
    get { SharedSpace(cells: self[SharedCellsKey.self]) }
    set { self[SharedCellsKey.self] = newValue.cells }
  }
}

/// A space of keys: each key has one value in a space.
///
/// Each test and each `TestStore` outside a test has a separate space. It ends with the last reference to it.
public struct SharedSpace: Sendable {
  let cells: SharedCells

  init(cells: SharedCells) { self.cells = cells }

  /// Creates an empty space.
  public init() { self.init(cells: SharedCells()) }
}
