import Foundation
import TroupeDependencies
import TroupeSharing

extension SharedReaderKey {
  /// A key of a value that is saved in a file, as JSON.
  ///
  /// The value is loaded when the first property of the key is created. A write is saved to the file in the
  /// background, soon after it; `Shared.save()` waits for that. A change of the file by another program
  /// replaces the value. If the two happen at the same time, the last one stays. For values that mustn't be
  /// lost, use a store with a storage.
  ///
  /// - Parameters:
  ///   - url: The file. A save creates the folders that don't exist.
  ///   - encoder: Creates an encoder; called for each save.
  ///   - decoder: Creates a decoder; called for each load.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() },
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Self where Self == FileStorageKey<Value> {
    .fileStorage(
      url,
      encode: { try encoder().encode($0) },
      decode: { try decoder().decode(Value.self, from: $0) }
    )
  }

  /// A key of a value that is saved in a file, in any format. Otherwise, it behaves like the key for JSON.
  ///
  /// - Parameters:
  ///   - url: The file. A save creates the folders that don't exist.
  ///   - encode: Makes the file's content.
  ///   - decode: Makes the value from the file's content.
  public static func fileStorage<Value: Sendable>(
    _ url: URL,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, encode: encode, decode: decode)
  }
}

/// The key of a value that is saved in a file, made with `.fileStorage(url)`.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: FileStorage
  private let file: KnownFile
  private let watcher: FileWatcher
  private let encode: @Sendable (Value) throws -> Data
  private let decode: @Sendable (Data) throws -> Value

  fileprivate init(
    url: URL,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) {
    @Dependency(\.defaultFileStorage) var storage
    @Dependency(\.fileWatcher) var watcher
    self.url = url
    self.storage = storage
    file = KnownFile(url, storage)
    self.watcher = watcher
    self.encode = encode
    self.decode = decode
  }

  /// The id of the key.
  public var id: FileStorageKeyID {
    FileStorageKeyID(path: url.standardizedFileURL.path, storage: storage.id)
  }

  /// Loads the value from the file.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try file.load().map(decode) })
  }

  /// Watches the file.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    watcher.watch(url, storage) { [file, decode] in
      subscriber.look {
        do {
          switch try file.loadChange() {
          case nil: return nil
          case .removed: return .success(nil)
          case .content(let data): return .success(try decode(data))
          }
        } catch {
          return .failure(error)
        }
      }
    }
  }

  /// Saves the value to the file.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    do {
      file.save(try encode(value)) { continuation.resume(with: $0) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

extension FileStorageKey: CustomStringConvertible {
  /// The text of the key, such as `.fileStorage(file:///var/lib/shop/settings.json)`.
  public var description: String { ".fileStorage(\(url))" }
}

/// The id of a ``FileStorageKey``.
public struct FileStorageKeyID: Hashable, Sendable {
  let path: String
  let storage: UInt64
}
