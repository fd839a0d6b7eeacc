/// The names in all folders of a disk, and the changes that a power failure can undo.
///
/// If a process has seen a change, the process counts as an observer of all changes that this change
/// requires. A durable change is no longer among the changes. It may be in a folder whose creation isn't
/// durable, because a sync of a folder doesn't make the folder's own name durable.
struct FolderNames: Sendable {
  typealias Slot = NameChange.Slot
  typealias Names = [DiskName: Int]

  /// The names that a process finds, for each folder.
  private(set) var names: [Int: Names]
  /// The names that survive every crash.
  private(set) var synced: [Int: Names]
  /// The changes after the synced names, in order.
  private(set) var changes: [NameChange] = []

  init(root: Int) {
    names = [root: [:]]
    synced = names
  }

  func isFolder(_ node: Int) -> Bool { names[node] != nil }

  subscript(_ slot: Slot) -> Int? { names[slot.folder]?[slot.name] }

  /// Returns the names in a folder, in the order of their bytes.
  func sortedNames(in folder: Int) -> [(name: DiskName, node: Int)] {
    (names[folder] ?? [:]).map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  // MARK: Changes

  mutating func change(_ change: NameChange, limit: Int) {
    if let folder = change.newFolder { (names[folder], synced[folder]) = ([:], [:]) }
    Self.apply(change, to: &names)
    changes.append(change)
    markRequirements(of: [changes.count - 1], by: change.process)
    // A real system also writes old changes to the disk when the processes don't sync them.
    if changes.count > limit { settle(Set(0..<(changes.count - limit)), areSynced: false) }
  }

  /// Records that a process has looked up a name.
  mutating func observe(_ slot: Slot, by process: Int) {
    observe(by: process) { $0.changes(slot) }
  }

  /// Records that a process has listed a folder.
  mutating func observe(namesIn folder: Int, by process: Int) {
    observe(by: process) { $0.changes(namesIn: folder) }
  }

  private mutating func observe(by process: Int, where isSeen: (NameChange) -> Bool) {
    let seen = changes.indices.filter { !changes[$0].isKnown(to: process) && isSeen(changes[$0]) }
    for index in seen { changes[index].observe(by: process) }
    markRequirements(of: seen, by: process)
  }

  /// Makes a process an observer of the changes that changes require. If the process already knows a required
  /// change, it also knows the changes that this change requires.
  private mutating func markRequirements(of indices: [Int], by process: Int) {
    var open = indices
    while let later = open.popLast() {
      for earlier in 0..<later
      where !changes[earlier].isKnown(to: process) && changes[later].requires(changes[earlier]) {
        changes[earlier].observe(by: process)
        open.append(earlier)
      }
    }
  }

  /// Adds the changes that changes require, directly or through others. A synced change doesn't require the
  /// creation of its folder.
  private func withRequirements(_ indices: Set<Int>, synced: Set<Int>) -> Set<Int> {
    var all = indices
    for later in changes.indices.reversed() where all.contains(later) {
      for earlier in 0..<later {
        let isRequired =
          synced.contains(later)
          ? changes[later].changesName(of: changes[earlier]) : changes[later].requires(changes[earlier])
        if isRequired { all.insert(earlier) }
      }
    }
    return all
  }

  mutating func sync(_ folder: Int) {
    var durable: Set<Int> = []
    for index in changes.indices where changes[index].changes(namesIn: folder) {
      if changes[index].sync(folder) { durable.insert(index) }
    }
    settle(durable, areSynced: true)
  }

  /// Makes changes durable, with the changes that they require.
  private mutating func settle(_ indices: Set<Int>, areSynced: Bool) {
    guard !indices.isEmpty else { return }
    let durable = withRequirements(indices, synced: areSynced ? indices : [])
    for index in durable.sorted() { Self.apply(changes[index], to: &synced) }
    changes = changes.indices.filter { !durable.contains($0) }.map { changes[$0] }
  }

  private static func apply(_ change: NameChange, to names: inout [Int: Names]) {
    for (slot, node) in change.entries { names[slot.folder]?[slot.name] = node }
  }

  // MARK: Crashes

  func canLose(with processes: Set<Int>) -> Bool {
    changes.contains { $0.canBeLost(with: processes) }
  }

  /// Undoes the chosen changes of processes, and makes their other changes durable.
  mutating func losePower(of processes: Set<Int>, choose: (_ options: Int) -> Int) {
    var (lost, kept): ([NameChange], [NameChange]) = ([], [])
    for change in changes {
      if change.canBeLost(with: processes), lost.contains(where: change.requires) || choose(2) == 1 {
        lost.append(change)
      } else {
        kept.append(change)
      }
    }
    changes = kept
    settle(Set(changes.indices.filter { processes.contains(changes[$0].process) }), areSynced: false)
    names = synced
    for change in changes { Self.apply(change, to: &names) }
  }

  // MARK: Memory

  /// The numbers of all objects that a name refers to, or can refer to after a crash.
  func reachable(from root: Int) -> Set<Int> {
    var (found, open): (Set<Int>, [Int]) = ([root], [root])
    for node in changes.lazy.flatMap(\.entries).compactMap(\.node) where found.insert(node).inserted {
      open.append(node)
    }
    while let folder = open.popLast() {
      for names in [names[folder], synced[folder]] {
        for node in (names ?? [:]).values where found.insert(node).inserted { open.append(node) }
      }
    }
    return found
  }

  /// Frees the names of folders that are not in a set.
  mutating func keep(_ nodes: Set<Int>) {
    for folder in Array(names.keys) where !nodes.contains(folder) {
      (names[folder], synced[folder]) = (nil, nil)
    }
  }
}
