import Troupe
import TroupeDurable

/// The raw operation that does the same minimum: an actor that saves each change, one after another.
private actor BareLedger {
  private let storage: any Storage
  private var state: Ledger.State
  private var revision: StorageRevision?
  private var isSaving = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(lines: Int, in storage: any Storage) {
    self.storage = storage
    state = Ledger.State(lines: lines)
  }

  func commit() async throws {
    if isSaving { await withCheckedContinuation { waiting.append($0) } }
    isSaving = true
    state.change()
    let next = StorageRevision()
    try await storage.save(Ledger.codec.encode(state), for: "bare", expecting: revision, as: next, wake: nil)
    revision = next
    // The next task continues before any other one can enter.
    if waiting.isEmpty { isSaving = false } else { waiting.removeFirst().resume() }
  }
}

/// B14: stores whose state is saved.
enum Saving {
  static var rows: [Row] {
    [
      commits("B14 `commit`, one at a time, beside an actor that saves each change", by: 1, count: 100),
      commits("B14 the same by 64 tasks at once", by: 64, count: 256, aim: 0.1),
      commits("B14 the same by 1,000 tasks at once", by: 1_000, count: 1_000, aim: 0.1),
      commits(
        "B14 `commit` of 10,000 rows, one at a time, beside the same actor",
        by: 1,
        lines: 10_000,
        count: 10
      ),
      commits("B14 the same by 64 tasks at once, of 10,000 rows", by: 64, lines: 10_000, count: 64, aim: 0.1),
      turns("B14 a turn while saves run, in units of one of a store that isn't saved", lines: 0),
      turns("B14 the same with a state of 10,000 rows", lines: 10_000),
      restore,
    ]
  }

  private static func commits(
    _ name: String,
    by callers: Int,
    lines: Int = 0,
    count: Int,
    aim: Double? = nil
  ) -> Row {
    Row(
      name,
      aim: aim.map { .ratio($0) },
      isConcurrent: true,
      isWaiting: true,
      count: count,
      prepare: {
        await unfailing {
          let storage = slowStorage()
          return (
            bare: BareLedger(lines: lines, in: storage),
            store: try await Ledger.store(lines: lines, in: storage, key: "store")
          )
        }
      },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) {
          await inTasks(callers) { _ in
            for _ in 0..<count / callers { await unfailing { try await bare.commit() } }
          }
        }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) {
          await inTasks(callers) { _ in
            for _ in 0..<count / callers { await unfailing { try await store.commit(.changed) } }
          }
        }
      }
    )
  }

  /// Turns without a waiting task. While a save encodes the state, it holds a copy, so that the next turn has
  /// to copy what it changes.
  private static func turns(_ name: String, lines: Int) -> Row {
    Row(
      name,
      isConcurrent: true,
      isWaiting: true,
      count: 50_000,
      prepare: {
        (
          plain: Ledger.store(lines: lines),
          saved: await unfailing { try await Ledger.store(lines: lines, in: slowStorage(), key: "store") }
        )
      },
      floor: { it, count in
        let store = it.plain
        return await timed(count) { for _ in 0..<count { await store.send(.changed) } }
      },
      troupe: { it, count in
        let store = it.saved
        let sample = await timed(count) { for _ in 0..<count { await store.send(.changed) } }
        // The next round begins without a save.
        await unfailing { try await store.commit(.changed) }
        return sample
      }
    )
  }

  /// Opening a key that has a value.
  private static var restore: Row {
    let keys = (0..<1_000).map { StorageKey("\($0)") }
    return Row(
      "B14 restore a store, beside loading, decoding and saving by hand",
      isConcurrent: true,
      count: keys.count,
      prepare: {
        let storage = MemoryStorage()
        await unfailing { for key in keys { _ = try await Ledger.store(in: storage, key: key) } }
        return storage
      },
      floor: { storage, count in
        await timed(count) {
          await unfailing {
            for key in keys {
              guard let value = try await storage.load(key) else {
                preconditionFailure("The key has a value.")
              }
              let bytes = try Ledger.codec.encode(Ledger.codec.decode(value.bytes))
              try await storage.save(
                bytes,
                for: key,
                expecting: value.revision,
                as: StorageRevision(),
                wake: nil
              )
            }
          }
        }
      },
      troupe: { storage, count in
        await timed(count) {
          await unfailing { for key in keys { _ = try await Ledger.store(in: storage, key: key) } }
        }
      }
    )
  }
}
