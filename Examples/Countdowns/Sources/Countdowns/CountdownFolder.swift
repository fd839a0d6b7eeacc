import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

/// The folder in which the countdowns are saved, each under a separate key.
struct CountdownFolder: Sendable {
  let path: String
  let storage: any Storage
  private let codec = StateCodec(Countdown.State.self, format: JSONFormat())

  init(path: String) { self.init(path: path, storage: FolderStorage(path: path)) }

  init(path: String, storage: any Storage) {
    self.path = path
    self.storage = storage
  }

  /// Makes a unique key. Several countdowns may have the same name.
  static func newKey(for name: String) -> StorageKey {
    let word = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(20)
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return StorageKey(String(word) + "-" + String(repeating: "0", count: 16 - digits.count) + digits)
  }

  /// Starts a countdown, and returns its key when it is saved.
  func start(_ name: String, lasting duration: Duration) async throws -> StorageKey {
    let key = Self.newKey(for: name)
    let timer = Countdown.Timer(name: name, end: .now.advanced(by: duration))
    // Few attempts, because a user waits for the answer.
    let retry = Backoff.exponential(initial: .milliseconds(50), maximum: .seconds(1), attempts: 3)
    do {
      // The user gets the error, and doesn't need a store's issues in addition.
      try await withIssueReporters([]) {
        let store = try await store(key, retry: retry, Countdown())
        try await store.commit(.started(timer))
      }
    } catch {
      throw CountdownsError(error, for: key, in: path)
    }
    return key
  }

  /// Opens the store of a countdown. A pending one asks to be opened at its end.
  func store(
    _ key: StorageKey,
    retry: Backoff,
    configuration: StoreConfiguration<Countdown.Action> = StoreConfiguration(),
    _ reducer: some Reducer<Countdown.State, Countdown.Action>
  ) async throws -> Store<Countdown.State, Countdown.Action> {
    try await Store(
      initialState: Countdown.State(),
      storage: storage,
      key: key,
      codec: codec,
      wake: { $0.pending?.end },
      retry: retry,
      configuration: configuration
    ) {
      reducer
    }
  }

  /// Returns the keys of the countdowns that haven't rung, the next one first.
  func pendingKeys(limit: Int = .max) async throws -> [StorageKey] {
    do throws(StorageError) {
      // A countdown may end later than the latest date.
      let end = WallClockInstant(sinceEpoch: .seconds(Int64.max))
      return try await storage.due(before: end, limit: limit).map(\.key)
    } catch {
      throw CountdownsError(error, in: path)
    }
  }

  /// Returns the saved state of a countdown; nil if there is none. It doesn't claim the countdown.
  func countdown(_ key: StorageKey) async throws -> Countdown.State? {
    do {
      return try await storage.load(key).map { try codec.decode($0.bytes) }
    } catch {
      throw CountdownsError(error, for: key, in: path)
    }
  }
}
