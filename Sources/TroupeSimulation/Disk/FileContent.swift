/// A file's bytes, and the changes that a power failure can undo.
struct FileContent: Sendable {
  /// A change since the last sync.
  private struct Change: Sendable {
    enum Kind: Sendable {
      case write(offset: Int, bytes: [UInt8])
      case truncate
    }

    let process: Int
    var kind: Kind
    /// The processes that have read the file since the change, or have changed it.
    var observers: Set<Int> = []

    /// Whether a power failure of some processes can undo the change.
    func canBeLost(with processes: Set<Int>) -> Bool {
      processes.contains(process) && observers.isSubset(of: processes)
    }

    func apply(to bytes: inout [UInt8]) {
      switch kind {
      case .truncate: bytes = []
      case .write(let offset, let new):
        // A write behind the end fills the gap with zeros.
        if bytes.count < offset { bytes += [UInt8](repeating: 0, count: offset - bytes.count) }
        bytes.replaceSubrange(offset..<min(bytes.count, offset + new.count), with: new)
      }
    }
  }

  /// The bytes that a process reads.
  private(set) var bytes: [UInt8] = []
  /// The bytes that survive every crash.
  private var synced: [UInt8] = []
  /// The changes after the synced bytes, in order. If a change has an observer, the changes before it have
  /// the same observer.
  private var changes: [Change] = []

  mutating func write(_ new: [UInt8], at offset: Int, by process: Int, limit: Int) {
    // A write without bytes changes nothing, even if it is behind the end.
    if !new.isEmpty { change(.write(offset: offset, bytes: new), by: process, limit) }
  }

  mutating func truncate(by process: Int, limit: Int) {
    if !bytes.isEmpty { change(.truncate, by: process, limit) }
  }

  private mutating func change(_ kind: Change.Kind, by process: Int, _ limit: Int) {
    observe(by: process)
    let change = Change(process: process, kind: kind)
    change.apply(to: &bytes)
    changes.append(change)
    if changes.count > limit { settle(changes.count - limit) }
  }

  /// Records that a process has seen the bytes, so that only a power failure of that process can undo a
  /// change.
  mutating func observe(by process: Int) {
    for index in changes.indices where changes[index].process != process {
      changes[index].observers.insert(process)
    }
  }

  mutating func sync() {
    synced = bytes
    changes = []
  }

  /// Makes the oldest changes durable.
  private mutating func settle(_ count: Int) {
    for change in changes.prefix(count) { change.apply(to: &synced) }
    changes.removeFirst(count)
  }

  // MARK: Crashes

  func canLose(with processes: Set<Int>) -> Bool {
    changes.contains { $0.canBeLost(with: processes) }
  }

  /// Undoes the latest changes, as many as are chosen, and makes the other changes of the processes durable.
  /// If the first undone change is a write, a part of its bytes may be kept.
  mutating func losePower(of processes: Set<Int>, choose: (_ options: Int) -> Int) {
    let first = changes.firstIndex { $0.canBeLost(with: processes) } ?? changes.endIndex
    let lost = first < changes.endIndex ? choose(changes.count - first + 1) : 0
    if lost > 0 {
      let end = changes.count - lost
      var torn = changes[end]
      changes.removeSubrange(end...)
      if case .write(let offset, let new) = torn.kind, new.count > 1, choose(2) == 1 {
        torn.kind = .write(offset: offset, bytes: Array(new.prefix(1 + choose(new.count - 1))))
        changes.append(torn)
      }
    }
    if let last = changes.lastIndex(where: { processes.contains($0.process) }) { settle(last + 1) }
    bytes = synced
    for change in changes { change.apply(to: &bytes) }
  }

  // MARK: Damage

  /// Inverts a bit, also in the bytes that survive a crash. Returns false if the file has no such bit.
  mutating func flip(bit: Int) -> Bool {
    let (index, mask) = (bit / 8, UInt8(1) << UInt8(bit % 8))
    guard bytes.indices.contains(index) else { return false }
    bytes[index] ^= mask
    for number in changes.indices.reversed() {
      guard case .write(let offset, var new) = changes[number].kind else { continue }
      if (offset..<(offset + new.count)).contains(index) {
        new[index - offset] ^= mask
        changes[number].kind = .write(offset: offset, bytes: new)
        return true
      }
    }
    if synced.indices.contains(index) { synced[index] ^= mask }
    return true
  }
}
