/// A change of the names in folders that isn't synced yet: a creation, a removal or a rename.
struct NameChange: Sendable {
  /// A name in a folder.
  struct Slot: Hashable, Sendable {
    let folder: Int
    let name: DiskName
  }

  /// The process that made the change.
  let process: Int
  /// The names that change, each with the number of the object that it then refers to; nil for no object.
  let entries: [(slot: Slot, node: Int?)]
  /// The number of the folder that the change creates; nil if it creates no folder.
  let newFolder: Int?
  /// The folders that have to be synced before the change is durable.
  private(set) var unsynced: [Int]
  /// The processes that have seen the change, or have made a change that requires it.
  private(set) var observers: Set<Int> = []

  init(by process: Int, _ entries: [(slot: Slot, node: Int?)], newFolder: Int? = nil) {
    self.process = process
    self.entries = entries
    self.newFolder = newFolder
    unsynced = []
    for entry in entries where !unsynced.contains(entry.slot.folder) { unsynced.append(entry.slot.folder) }
  }

  func changes(_ slot: Slot) -> Bool { entries.contains { $0.slot == slot } }
  func changes(namesIn folder: Int) -> Bool { entries.contains { $0.slot.folder == folder } }

  /// Whether the change can only survive if an earlier change survives.
  func requires(_ earlier: NameChange) -> Bool { changesName(of: earlier) || isInside(earlier) }

  /// Whether another change changes one of the same names.
  func changesName(of other: NameChange) -> Bool { entries.contains { other.changes($0.slot) } }

  /// Whether another change creates a folder in which this change is.
  private func isInside(_ other: NameChange) -> Bool {
    entries.contains { $0.slot.folder == other.newFolder }
  }

  /// Whether a power failure of some processes can undo the change.
  func canBeLost(with processes: Set<Int>) -> Bool {
    processes.contains(process) && observers.isSubset(of: processes)
  }

  /// Whether a process has made the change or has seen it.
  func isKnown(to observer: Int) -> Bool { process == observer || observers.contains(observer) }

  mutating func observe(by observer: Int) { observers.insert(observer) }

  /// Records that a folder has been synced. Returns whether the change is now durable.
  mutating func sync(_ folder: Int) -> Bool {
    unsynced.removeAll { $0 == folder }
    return unsynced.isEmpty
  }
}
