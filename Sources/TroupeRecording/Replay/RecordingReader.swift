/// The lines of a file that a ``Recording`` has written.
struct RecordingReader {
  /// A state that is there in full.
  struct Checkpoint {
    /// The number of the last turn before it.
    let turn: Int
    /// The index of the line after it.
    let nextLine: Int
    let state: RecordedValue
    let hash: String
  }

  let path: String
  private let bytes: [UInt8]
  private let lines: [Range<Int>]
  /// The indices of the lines with states, by the numbers of their turns.
  private let states: [(turn: Int, line: Int)]
  /// The number of the last turn before the file.
  let first: Int
  /// The number of the last turn.
  let last: Int
  /// Whether the recording was closed, or goes on in another file.
  let isComplete: Bool

  /// Reads a file. A last line that doesn't end was being written when the process ended, and is left out.
  init(path: String) throws(ReplayError) {
    self.path = path
    do throws(SystemError) {
      bytes = try bytesOfFile(path)
    } catch {
      throw .unreadable(path, error)
    }
    var lines: [Range<Int>] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(start..<end)
      start = end + 1
    }
    self.lines = lines
    // What is there of a first line begins as one.
    if lines.isEmpty, "{".utf8.starts(with: bytes.prefix(1)) { throw .withoutState(path) }
    if lines.count == 1, Self.isEnd(bytes[lines[0]]) { throw .withoutState(path) }
    guard let range = lines.first, let header = try? JSONParser.parse(bytes[range]),
      let version = header["recording"]?.integer
    else { throw .notARecording(path) }
    if version > RecordingLog.version { throw .newerFormat(path, version) }
    if lines.count == 1 { throw .withoutState(path) }
    // What kind of line it is says one of its first members, so not all lines need be parsed.
    var states: [(turn: Int, line: Int)] = []
    for index in lines.indices.dropFirst() {
      let line = bytes[lines[index]]
      if Self.isEnd(line), index < lines.count - 1 { throw .damaged(path, index + 1) }
      guard Self.isState(line) else { continue }
      guard let turn = Self.number(line.dropFirst(9)) else { throw .damaged(path, index) }
      states.append((turn, index))
    }
    self.states = states
    guard let first = states.first, first.line == 1 else { throw .notARecording(path) }
    self.first = first.turn
    let end = bytes[lines[lines.count - 1]]
    isComplete = Self.isEnd(end)
    let count = lines.count - 1 - states.count - (isComplete ? 1 : 0)
    let (last, isTooLarge) = first.turn.addingReportingOverflow(count)
    if isTooLarge { throw .damaged(path, 1) }
    self.last = last
    // Each line that is neither is that of one turn.
    for (index, state) in states.enumerated() where state.turn != first.turn + state.line - 1 - index {
      throw .damaged(path, state.line)
    }
    if isComplete, Self.number(end.dropFirst(7)) != last { throw .damaged(path, lines.count - 1) }
  }

  private static func isState(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: #"{"after":"#.utf8) }

  private static func isEnd(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: #"{"end":"#.utf8) }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(
      String(decoding: bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self)
    )
  }

  /// The last state in full that comes at or before a turn.
  func checkpoint(before turn: Int) throws(ReplayError) -> Checkpoint {
    guard let (turn, line) = states.last(where: { $0.turn <= turn }) else { throw .damaged(path, 1) }
    let value = try self.line(line)
    guard let state = value["state"], let hash = value["hash"]?.text else { throw .damaged(path, line) }
    if state.hash != hash { throw .otherState(path, turn) }
    return Checkpoint(turn: turn, nextLine: line + 1, state: state, hash: hash)
  }

  /// The turn after a line, and the index of the line after it; nil at the end.
  func turn(from line: Int, after number: Int) throws(ReplayError) -> (turn: RecordedTurn, nextLine: Int)? {
    var index = line
    while index < lines.count {
      if Self.isState(bytes[lines[index]]) {
        index += 1
        continue
      }
      let value = try self.line(index)
      if Self.isEnd(bytes[lines[index]]) { return nil }
      guard let turn = RecordedTurn(value), number < last, turn.number == number + 1 else {
        throw .damaged(path, index)
      }
      return (turn, index + 1)
    }
    return nil
  }

  private func line(_ index: Int) throws(ReplayError) -> RecordedValue {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(bytes[lines[index]])
    } catch {
      throw .damaged(path, index)
    }
  }
}
