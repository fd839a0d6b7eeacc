/// Writes a recording's lines and keeps the data that the next line needs.
///
/// A file starts with a header and a full state, which are followed by a line for each turn, with the changes
/// of the state. When the lines since the last full state have become several times as long as that state,
/// another full state is written, so that a reader finds a state quickly.
struct RecordingLog {
  /// The contents of a turn's line, apart from the state.
  struct Turn {
    /// The encoded action; nil for a dismissal.
    var action: RecordedValue?
    var members: [String: RecordedValue]
    var reads: [(name: String, value: RecordedValue)] = []
  }

  /// The format's version.
  static let version = 1
  /// The minimum number of bytes between two full states in a file.
  private static let stateDistance = 1 << 14

  private let path: String
  private let replacing: Bool
  private let options: RecordingOptions
  private var header: [String: RecordedValue] = [:]
  private(set) var file: RecordingFile
  /// The paths of the existing files, the oldest first.
  private var paths: [String]
  private var part = 1
  /// The number in the file's name. This number is higher than the part's number if existing files were
  /// skipped.
  private var number = 1
  private(set) var turns = 0
  private var state = RecordedValue.null
  private var nextState = 0

  init(path: String, replacing: Bool, options: RecordingOptions) throws(RecordingError) {
    self.path = path
    self.replacing = replacing
    self.options = options
    file = try RecordingFile(path: path, replacing: replacing)
    paths = [path]
  }

  /// Writes the header and the initial state.
  mutating func begin(_ header: [String: RecordedValue], state: RecordedValue) throws(RecordingError) {
    self.header = header
    self.state = redacted(state)
    try writeHeader()
  }

  private mutating func writeHeader() throws(RecordingError) {
    header["recording"] = .integer(Self.version)
    header["part"] = .integer(part)
    header["time"] = wallClock()
    try file.write(.object(header))
    try writeState()
  }

  private mutating func writeState() throws(RecordingError) {
    let before = file.size
    try file.write(.object(["after": .integer(turns), "hash": .string(state.hash), "state": state]))
    nextState = file.size + max(4 * (file.size - before), Self.stateDistance)
  }

  /// Writes a turn, with the changes of the state if the state is due.
  mutating func add(
    _ turn: Turn,
    state encode: () throws(RecordingError) -> RecordedValue
  ) throws(RecordingError) {
    var members = turn.members
    var isRedacted = false
    if var action = turn.action {
      options.redaction?(.action, &action)
      isRedacted = action != turn.action
      members["action"] = action
    }
    if !turn.reads.isEmpty {
      members["reads"] = .array(
        turn.reads.map { read in
          var value = read.value
          options.redaction?(.read(read.name), &value)
          if value != read.value { isRedacted = true }
          return .array([.string(read.name), value])
        }
      )
    }
    if isRedacted { members["redacted"] = .bool(true) }
    let number = turns + 1
    members["turn"] = .integer(number)
    let hasState =
      isRedacted || turn.action == nil || number.isMultiple(of: options.stateInterval)
      || file.size >= options.fileSize
    if hasState {
      let new = redacted(try encode())
      let changes = ValueChange.changes(from: state, to: new)
      if !changes.isEmpty { members["changes"] = .array(changes) }
      members["hash"] = .string(new.hash)
      state = new
    }
    try file.write(.object(members))
    turns = number
    guard hasState else { return }
    if file.size >= options.fileSize {
      try rotate()
    } else if file.size >= nextState {
      try writeState()
    }
  }

  private mutating func rotate() throws(RecordingError) {
    let next = try nextFile()
    do throws(RecordingError) {
      let name = next.path.split(separator: "/").last.map(String.init) ?? next.path
      try file.write(.object(["end": .integer(turns), "next": .string(name)]))
    } catch {
      next.close()
      throw error
    }
    file.close()
    file = next
    part += 1
    paths.append(next.path)
    if let limit = options.fileLimit, paths.count > limit { removeFile(paths.removeFirst()) }
    try writeHeader()
  }

  /// Opens the next file. Files to which other recordings write are skipped. If files aren't replaced, all
  /// existing files are skipped.
  private mutating func nextFile() throws(RecordingError) -> RecordingFile {
    while true {
      number += 1
      do throws(RecordingError) {
        return try RecordingFile(path: path(of: number), replacing: replacing)
      } catch {
        if error.code != .exists, error.code != .inUse { throw error }
      }
    }
  }

  /// Returns the recording's path with a number before the extension.
  private func path(of number: Int) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let end = path[name...].lastIndex(of: ".").flatMap { $0 == name ? nil : $0 } ?? path.endIndex
    return "\(path[..<end])-\(number)\(path[end...])"
  }

  /// Writes the recording's last line and closes the file.
  mutating func end() throws(RecordingError) {
    defer { file.close() }
    try file.write(.object(["end": .integer(turns)]))
  }

  private func redacted(_ state: RecordedValue) -> RecordedValue {
    guard let redaction = options.redaction else { return state }
    var state = state
    redaction(.state, &state)
    return state
  }
}
