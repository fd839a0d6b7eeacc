import Foundation
import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import TroupeSharing

/// The settings of a program, or settings in memory for tests: where the values of `.appStorage` keys are.
public struct SettingsStorage: Sendable {
  enum Setting: Sendable, Equatable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case data(Data)
  }

  fileprivate enum Place: Sendable {
    case userDefaults(suite: String?)
    case memory(Memory)
  }

  fileprivate final class Memory: Sendable {
    let settings = Locked<[String: Setting]>([:])
  }

  private static let count = Atomic<UInt64>(0)

  let id: UInt64
  private let place: Place

  private init(_ place: Place) {
    self.place = place
    id = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// The standard settings of the program, in `UserDefaults`.
  public static let standard = SettingsStorage(.userDefaults(suite: nil))

  /// Creates settings in a suite of `UserDefaults`. Create them once, as two storages never share values.
  public static func suite(_ name: String) -> SettingsStorage { SettingsStorage(.userDefaults(suite: name)) }

  /// Creates empty settings in memory.
  public static func inMemory() -> SettingsStorage { SettingsStorage(.memory(Memory())) }

  // `UserDefaults` isn't `Sendable` everywhere, so it is looked up for each use.
  private static func defaults(_ suite: String?) -> UserDefaults {
    suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }

  /// Reads a setting as one type or another.
  struct Reader {
    fileprivate let key: String
    fileprivate let place: Place

    private func read<Value>(
      _ inMemory: (Setting) -> Value?,
      _ inDefaults: (UserDefaults) -> Value?
    ) -> Value? {
      switch place {
      case .memory(let memory):
        return memory.settings.withLock { $0[key] }.flatMap(inMemory)
      case .userDefaults(let suite):
        let defaults = SettingsStorage.defaults(suite)
        return defaults.object(forKey: key) == nil ? nil : inDefaults(defaults)
      }
    }

    var bool: Bool? {
      read({ if case .bool(let value) = $0 { value } else { nil } }) { $0.bool(forKey: key) }
    }
    var int: Int? {
      read({ if case .int(let value) = $0 { value } else { nil } }) { $0.integer(forKey: key) }
    }
    var double: Double? {
      read({ if case .double(let value) = $0 { value } else { nil } }) { $0.double(forKey: key) }
    }
    var string: String? {
      read({ if case .string(let value) = $0 { value } else { nil } }) { $0.string(forKey: key) }
    }
    var data: Data? {
      read({ if case .data(let value) = $0 { value } else { nil } }) { $0.data(forKey: key) }
    }
  }

  func reader(_ key: String) -> Reader { Reader(key: key, place: place) }

  func set(_ key: String, _ setting: Setting?) {
    switch place {
    case .memory(let memory):
      memory.settings.withLock { $0[key] = setting }
    case .userDefaults(let suite):
      let defaults = Self.defaults(suite)
      switch setting {
      case .bool(let value): defaults.set(value, forKey: key)
      case .int(let value): defaults.set(value, forKey: key)
      case .double(let value): defaults.set(value, forKey: key)
      case .string(let value): defaults.set(value, forKey: key)
      case .data(let value): defaults.set(value, forKey: key)
      case nil: defaults.removeObject(forKey: key)
      }
    }
  }

  /// The settings of a space, in tests.
  private final class OfSpace: Sendable {
    let storage = SettingsStorage.inMemory()
  }

  fileprivate static func of(_ space: SharedCells) -> SettingsStorage {
    space.attachment { OfSpace() }.storage
  }
}

private enum AppStorageDependency: DependencyKey {
  static var liveValue: SettingsStorage? { .standard }
  static var previewValue: SettingsStorage? { nil }
  static var testValue: SettingsStorage? { nil }
}

extension DependencyValues {
  /// Where the values of `.appStorage` keys are. The default is `UserDefaults`. In tests, the settings are in
  /// memory, and belong to the space of keys.
  public var defaultAppStorage: SettingsStorage {
    get { self[AppStorageDependency.self] ?? .of(self[SharedCellsKey.self]) }
    set { self[AppStorageDependency.self] = newValue }
  }
}
