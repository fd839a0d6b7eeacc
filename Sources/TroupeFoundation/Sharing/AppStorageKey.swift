import Foundation
import TroupeDependencies
import TroupeSharing

extension SharedReaderKey {
  /// A key of a flag in the program's settings.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, read: { $0.bool }, write: { .bool($0) })
  }

  /// A key of a whole number in the program's settings.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, read: { $0.int }, write: { .int($0) })
  }

  /// A key of a number in the program's settings.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, read: { $0.double }, write: { .double($0) })
  }

  /// A key of a text in the program's settings.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, read: { $0.string }, write: { .string($0) })
  }

  /// A key of bytes in the program's settings.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, read: { $0.data }, write: { .data($0) })
  }

  /// A key of a value with a text in the program's settings.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, read: { $0.string.flatMap { Value(rawValue: $0) } }, write: { .string($0.rawValue) })
  }

  /// A key of a value with a whole number in the program's settings.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, read: { $0.int.flatMap { Value(rawValue: $0) } }, write: { .int($0.rawValue) })
  }

  /// A key of an optional text in the program's settings. Nil removes the text.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<String?> {
    AppStorageKey(key, read: { $0.string.map { .some($0) } }, write: { $0.map { .string($0) } })
  }

  /// A key of an optional whole number in the program's settings. Nil removes the number.
  public static func appStorage(_ key: String) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, read: { $0.int.map { .some($0) } }, write: { $0.map { .int($0) } })
  }
}

/// The key of a value in the program's settings.
///
/// Changes that other code makes in the settings without such a key aren't noticed.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: SettingsStorage
  private let read: @Sendable (SettingsStorage.Reader) -> Value?
  private let write: @Sendable (Value) -> SettingsStorage.Setting?

  fileprivate init(
    _ key: String,
    read: @escaping @Sendable (SettingsStorage.Reader) -> Value?,
    write: @escaping @Sendable (Value) -> SettingsStorage.Setting?
  ) {
    @Dependency(\.defaultAppStorage) var storage
    self.key = key
    self.storage = storage
    self.read = read
    self.write = write
  }

  /// The id of the key.
  public var id: AppStorageKeyID { AppStorageKeyID(key: key, storage: storage.id) }

  /// Reads the setting.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(read(storage.reader(key))))
  }

  /// Does nothing.
  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Writes the setting.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(key, write(value))
    continuation.resume()
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The text of the key, such as `.appStorage("isMuted")`.
  public var description: String { ".appStorage(\(String(reflecting: key)))" }
}

/// The id of an ``AppStorageKey``.
public struct AppStorageKeyID: Hashable, Sendable {
  let key: String
  let storage: UInt64
}
