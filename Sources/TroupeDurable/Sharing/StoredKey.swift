import Troupe
import TroupeDiagnostics
import TroupeSharing

extension SharedReaderKey {
  /// A key of a value that is kept in a storage, with the guarantees of a store with a storage.
  ///
  /// ```swift
  /// let codec = StateCodec(Int.self, format: JSONFormat())
  /// @Shared(.stored("seats", in: storage, codec: codec)) var seats = 100
  /// try await $seats.load()
  /// ```
  ///
  /// - The first property of the key loads the value and claims the key, as a store does. Await
  ///   `$seats.load()` before you create stores that use the value. Turns that read the value earlier assume
  ///   that the storage has no value.
  /// - A turn changes the value with `withLock`. No output of a turn leaves its store until the versions that
  ///   the turn has read or written are saved.
  /// - Outside turns, the property reads as last saved, and `update` changes the value and returns when the
  ///   change is saved.
  /// - If another owner saves the key, all unsaved changes are lost, and each store whose unsaved turns have
  ///   read or written one of the lost versions closes. The value of the other owner is then loaded.
  ///
  /// The space of keys keeps the value, also when no property holds it.
  ///
  /// - Parameters:
  ///   - key: The key in the storage. No store may use the same key.
  ///   - storage: The storage.
  ///   - codec: Encodes and decodes the value.
  ///   - retry: The delays between attempts at a save or load, and the maximum number of attempts.
  ///   - clock: The clock that measures the delays.
  ///   - fileID: The file named in issues about the storage.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues about the storage.
  ///   - column: The column named in issues about the storage.
  public static func stored<Value: Codable & Sendable>(
    _ key: StorageKey,
    in storage: any Storage,
    codec: StateCodec<Value>,
    retry: Backoff = .exponential(initial: .milliseconds(50), maximum: .seconds(5), attempts: 20),
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where Self == StoredKey<Value> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return StoredKey(
      StoreOpening(
        storage: storage,
        key: key,
        codec: codec,
        wake: nil,
        retry: retry,
        clock: clock,
        report: RetryReport(location: location)
      )
    )
  }
}

/// The key of a value that is kept in a storage; see `stored(_:in:codec:retry:clock:)`.
public struct StoredKey<Value: Codable & Sendable>: SharedKey {
  private let opening: StoreOpening<Value>

  init(_ opening: StoreOpening<Value>) { self.opening = opening }

  private var key: StorageKey { opening.key }

  /// The id of the key: the key in the storage, and the storage.
  public var id: StoredKeyID { StoredKeyID(key: key, storage: opening.storage) }

  /// Loads the value without claiming the key.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    Task {
      do {
        let value = try await opening.storage.load(key)
        continuation.resume(with: .success(try value.map { try opening.codec.decode($0.bytes) }))
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Does nothing: a change by another owner is found by the next save.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Claims the key and replaces the value.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    Task {
      do {
        let opened = try await open(orStartWith: value, claims: false)
        try await opened.save(value)
        continuation.resume()
      } catch {
        continuation.resume(throwing: loss(because: error).error)
      }
    }
  }
}

extension StoredKey: StoredSharedKey {
  package func open(orStartWith initial: Value, claims: Bool) async throws -> OpenedStorage<Value> {
    let claim =
      if claims {
        try await opening.claim { initial }
      } else {
        try await opening.load { initial }
      }
    return OpenedStorage(
      value: claim.state,
      isNew: claim.isNew,
      revision: { [writer = claim.writer] in writer.revision },
      save: { [writer = claim.writer, opening] in
        try await writer.write(try opening.encode($0, []), wake: nil)
      }
    )
  }

  package func loss(because error: any Error) -> any StoredVersionLoss {
    let failure = error as? WriteFailure
    let isSuperseded = error is SupersededByStorage
    return StoredValueLoss(
      name: "\(self)",
      error: isSuperseded ? StorageError.superseded(key) : failure?.error ?? error,
      mayBeSaved: failure?.mayBeSaved ?? false
    )
  }
}

extension StoredKey: CustomStringConvertible {
  /// The text of the key, such as `.stored("seats")`.
  public var description: String { ".stored(\(String(reflecting: IssueText.id(key.text))))" }
}

extension StoredKey: RestorableSharedKey {
  /// False: the storage has the value, and a saved state only the key.
  public var savesValueInState: Bool { false }

  /// Decodes the text of a key, and finds the key in the current space.
  ///
  /// A property with the key must have been created in this space before.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let known = SharedCells.current.attachment { StoredKeys() }.keys(text)
    guard known.count == 1, let key = known.first as? StoredKey else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: """
          A state with the shared value .stored(\(String(reflecting: IssueText.id(text)))) was restored, and \
          \(known.isEmpty ? "no" : known.count == 1 ? "another type of" : "more than one") property with this key exists. Create one \
          property with the key, and await its `load()`, before you restore states that contain it.
          """
      )
    }
    self = key
  }

  /// Encodes the text of the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key.text)
  }

  package func register(in space: SharedCells) {
    space.attachment { StoredKeys() }.add(self, key.text)
  }
}

/// The stored keys of a space, by their texts.
private final class StoredKeys: Sendable {
  private let known = Locked<[String: [any Sendable]]>([:])

  func add(_ key: any Sendable, _ text: String) { known.withLock { $0[text, default: []].append(key) } }

  func keys(_ text: String) -> [any Sendable] { known.withLock { $0[text] ?? [] } }
}

/// The id of a ``StoredKey``.
public struct StoredKeyID: Hashable, Sendable {
  private let key: StorageKey
  private let type: ObjectIdentifier
  /// The id keeps the storage, so that no other storage gets its identity.
  private let storage: any Storage
  private let identity: ObjectIdentifier?

  fileprivate init(key: StorageKey, storage: any Storage) {
    self.key = key
    self.storage = storage
    type = ObjectIdentifier(Swift.type(of: storage))
    // A storage that is a value has no identity: all storages of its type count as one.
    identity = Swift.type(of: storage) is AnyObject.Type ? ObjectIdentifier(storage as AnyObject) : nil
  }

  /// Returns whether two ids lead to the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.key == rhs.key && lhs.type == rhs.type && lhs.identity == rhs.identity
  }

  /// Hashes the key and the identity of the storage.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(identity)
  }
}
