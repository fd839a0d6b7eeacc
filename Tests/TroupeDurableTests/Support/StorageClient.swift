import Troupe
import TroupeDurable
import TroupeTesting

/// Loads and saves under one key at random, and determines the outcomes of its saves as the documentation of
/// `Storage` says.
struct StorageClient {
  let storage: any Storage
  let key: StorageKey
  let oracle: StorageOracle
  var generator: SeededGenerator
  /// The revision that it believes to be there.
  private var current: StorageRevision?
  /// Its own saves with unknown outcomes.
  private var open: Set<StorageRevision> = []
  private(set) var supersededByItself = 0

  init(_ storage: any Storage, _ key: StorageKey, _ oracle: StorageOracle, seed: UInt64) {
    self.storage = storage
    self.key = key
    self.oracle = oracle
    generator = SeededGenerator(seed: seed)
  }

  mutating func run(_ count: Int) async {
    for _ in 0..<count {
      if Bool.random(using: &generator) { await load() } else { await save() }
    }
  }

  private mutating func load() async {
    do throws(StorageError) {
      let value = try await storage.load(key)
      if let found = value?.revision, open.contains(found) {
        oracle.acknowledge(found)
        if found != current { supersededByItself += 1 }
      }
      current = value?.revision
    } catch {
      // It doesn't know more than before.
    }
  }

  private mutating func save() async {
    let revision = StorageRevision(using: &generator)
    let bytes = (0..<Int.random(in: 0..<50, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let wake = Bool.random(using: &generator) ? WallClockInstant(sinceEpoch: .seconds(1)) : nil
    oracle.begin(revision, bytes, expecting: current)
    do throws(StorageError) {
      try await storage.save(bytes, for: key, expecting: current, as: revision, wake: wake)
      oracle.acknowledge(revision)
      current = revision
    } catch {
      if error.code == .unavailable { open.insert(revision) }
    }
  }
}
