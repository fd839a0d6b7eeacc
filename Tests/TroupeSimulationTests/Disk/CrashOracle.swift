/// The states that the rules of `SimulatedFiles` permit after a crash, found by trying all sets of surviving
/// changes. A file has a number, and a name is a path.
struct CrashOracle {
  /// A state of the disk: the bytes of each path's file; nil for a folder.
  typealias State = [String: [UInt8]?]

  enum Node: Equatable {
    case folder
    case file(Int)
  }

  private struct Change {
    let process: Int
    let values: [String: Node?]
    var seenBy: Set<Int>
    var unsyncedFolders: Set<String>
  }

  private struct Write {
    let process: Int
    let bytes: [UInt8]
    var seenBy: Set<Int>
    var isSynced = false
  }

  private(set) var current: [String: Node] = [:]
  private var changes: [Change] = []
  private var writes: [Int: [Write]] = [:]
  private var lastFile = 0

  /// The number of changes that a crash of all processes can undo.
  var unsyncedCount: Int {
    changes.count { !$0.unsyncedFolders.isEmpty } + writes.values.joined().count { !$0.isSynced }
  }

  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  // MARK: Calls

  /// A process looks up a path, and thereby the paths of the folders that contain it.
  mutating func lookUp(_ path: String, by process: Int) {
    var path = path
    while path != "" {
      for index in changes.indices where changes[index].values.keys.contains(path) {
        changes[index].seenBy.insert(process)
      }
      path = Self.parent(of: path)
    }
  }

  private mutating func change(_ values: [String: Node?], by process: Int) {
    for (path, node) in values { current[path] = node }
    let folders = Set(values.keys.map(Self.parent))
    changes.append(Change(process: process, values: values, seenBy: [process], unsyncedFolders: folders))
  }

  mutating func create(_ path: String, by process: Int) -> Int {
    lastFile += 1
    writes[lastFile] = []
    change([path: .file(lastFile)], by: process)
    return lastFile
  }

  mutating func makeFolder(_ path: String, by process: Int) { change([path: .folder], by: process) }
  mutating func remove(_ path: String, by process: Int) { change([path: nil], by: process) }

  mutating func rename(_ old: String, to new: String, by process: Int) {
    if old != new { change([new: current[old], old: nil], by: process) }
  }

  mutating func list(_ folder: String, by process: Int) {
    for index in changes.indices where changes[index].values.keys.map(Self.parent).contains(folder) {
      changes[index].seenBy.insert(process)
    }
  }

  mutating func see(_ file: Int, by process: Int) {
    for index in (writes[file] ?? []).indices { writes[file]?[index].seenBy.insert(process) }
  }

  mutating func write(_ bytes: [UInt8], to file: Int, by process: Int) {
    see(file, by: process)
    writes[file]?.append(Write(process: process, bytes: bytes, seenBy: [process]))
  }

  mutating func sync(_ file: Int) {
    for index in (writes[file] ?? []).indices { writes[file]?[index].isSynced = true }
  }

  mutating func sync(folder: String) {
    for index in changes.indices { changes[index].unsyncedFolders.remove(folder) }
  }

  // MARK: Rules

  /// Returns all states that the rules permit after a crash of processes.
  func permitted(after crashed: Set<Int>) -> Set<State> {
    let contents = writes.mapValues { Self.contents($0, crashed) }
    let free = changes.indices.filter { index in
      let change = changes[index]
      return !change.unsyncedFolders.isEmpty && change.seenBy.isSubset(of: crashed)
    }
    var states: Set<State> = []
    for bits in 0..<(1 << free.count) {
      var survives = [Bool](repeating: true, count: changes.count)
      for (bit, index) in free.enumerated() { survives[index] = bits >> bit & 1 == 1 }
      if isPermitted(survives) { states.formUnion(self.states(survives, contents)) }
    }
    return states
  }

  /// Whether the surviving changes of each name are the earliest, and no unsynced change survives in a folder
  /// whose creation is lost.
  private func isPermitted(_ survives: [Bool]) -> Bool {
    for later in changes.indices where survives[later] {
      for earlier in 0..<later where !survives[earlier] {
        let (change, lost) = (changes[later], changes[earlier])
        if !Set(change.values.keys).isDisjoint(with: lost.values.keys) { return false }
        let isInside = change.values.keys.contains { lost.values.keys.contains(Self.parent(of: $0)) }
        if isInside, !change.unsyncedFolders.isEmpty { return false }
      }
    }
    return true
  }

  private func states(_ survives: [Bool], _ contents: [Int: Set<[UInt8]>]) -> [State] {
    var names: [String: Node] = [:]
    for (change, survives) in zip(changes, survives) where survives {
      for (path, node) in change.values { names[path] = node }
    }
    var states: [State] = [[:]]
    for (path, node) in names {
      let folder = Self.parent(of: path)
      guard folder == "" || names[folder] == .folder else { continue }
      switch node {
      case .folder: for index in states.indices { states[index][path] = .some(nil) }
      case .file(let file):
        states = (contents[file] ?? []).flatMap { bytes in
          states.map { $0.merging([path: bytes]) { $1 } }
        }
      }
    }
    return states
  }

  /// Returns all contents of a file that may survive: the bytes that have to, and any number of further
  /// bytes.
  private static func contents(_ writes: [Write], _ crashed: Set<Int>) -> Set<[UInt8]> {
    let kept = writes.lastIndex { $0.isSynced || !$0.seenBy.isSubset(of: crashed) }.map { $0 + 1 } ?? 0
    let certain = writes.prefix(kept).reduce(0) { $0 + $1.bytes.count }
    let bytes = writes.flatMap(\.bytes)
    return Set((certain...bytes.count).map { Array(bytes.prefix($0)) })
  }
}
