/// A reader of the lines in a file that a ``Recording`` has written.
struct RecordingReader {
  /// A full state in the file.
  struct Checkpoint {
    /// The number of the last turn before the state.
    let turn: Int
    /// The index of the line that follows the state.
    let nextLine: Int
    let state: RecordedValue
    let hash: String
  }

  let path: String
  private let bytes: [UInt8]
  private let lines: [Range<Int>]
  /// The full states' line indices, each with the number of the last turn before the state.
  private let states: [(turn: Int, line: Int)]
  /// The number of the last turn before the file's first turn.
  let first: Int
  /// The number of the file's last turn.
  let last: Int
  /// Whether the recording was closed or continues in another file.
  let isComplete: Bool
  /// The file's first line.
  let header: RecordedValue

  /// Reads a file. An incomplete last line is ignored, because the recording process may have ended while it
  /// wrote that line.
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
    // An incomplete first line starts like a complete first line.
    if lines.isEmpty, "{".utf8.starts(with: bytes.prefix(1)) { throw .withoutState(path) }
    if lines.count == 1, Self.isEnd(bytes[lines[0]]) { throw .withoutState(path) }
    guard let range = lines.first, let header = try? JSONParser.parse(bytes[range]),
      let version = header["recording"]?.integer
    else { throw .notARecording(path) }
    self.header = header
    if version > RecordingLog.version { throw .newerFormat(path, version) }
    if lines.count == 1 { throw .withoutState(path) }
    // A line's first member determines the line's kind, so lines needn't be parsed.
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
    // Each line between two states is a turn.
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

  /// The range of turns after which the file can contain a state.
  var turns: ClosedRange<Int> { first...max(first, last) }

  /// Returns the turns after a given turn, without parsing earlier turns.
  func turns(after number: Int, limit: Int) throws(ReplayError) -> [RecordedTurn] {
    var number = max(number, first)
    guard number < last else { return [] }
    var line = line(ofTurn: number + 1)
    var turns: [RecordedTurn] = []
    while turns.count < limit, let (turn, nextLine) = try turn(from: line, after: number) {
      turns.append(turn)
      (line, number) = (nextLine, turn.number)
    }
    return turns
  }

  /// Returns the state after a turn; nil if the file doesn't contain that state.
  func state(after number: Int) throws(ReplayError) -> RecordedValue? {
    guard turns.contains(number) else { throw .noSuchTurn(path, number, of: turns) }
    let checkpoint = try checkpoint(before: number)
    var (value, line, last) = (checkpoint.state, checkpoint.nextLine, checkpoint.turn)
    while last < number, let (next, nextLine) = try turn(from: line, after: last) {
      try next.apply(to: &value, of: path)
      (line, last) = (nextLine, next.number)
      guard last == number else { continue }
      guard let hash = next.hash else { return nil }
      if value.hash != hash { throw .otherState(path, number) }
    }
    return value
  }

  /// Returns the last full state at or before a turn.
  func checkpoint(before turn: Int) throws(ReplayError) -> Checkpoint {
    guard let (turn, line) = states.last(where: { $0.turn <= turn }) else { throw .damaged(path, 1) }
    let value = try self.line(line)
    guard let state = value["state"], let hash = value["hash"]?.text else { throw .damaged(path, line) }
    if state.hash != hash { throw .otherState(path, turn) }
    return Checkpoint(turn: turn, nextLine: line + 1, state: state, hash: hash)
  }

  /// Returns the first turn at or after a line, and the index of the following line; nil at the end of the
  /// file.
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

  /// Returns the index of a turn's line, or of the line with a full state that precedes it.
  func line(ofTurn number: Int) -> Int {
    // A binary search finds the number of states before the turn, because there can be many states, and this
    // method is called for each page of turns.
    var (low, high) = (0, states.count)
    while low < high {
      let middle = (low + high) / 2
      if states[middle].turn < number { low = middle + 1 } else { high = middle }
    }
    return number - first + low
  }

  /// Returns the lines of the turns after the turn `first` up to the turn `last`, without the full states
  /// between them.
  func text(after first: Int, through last: Int) -> [ArraySlice<UInt8>] {
    guard first < last else { return [] }
    return (line(ofTurn: first + 1)...line(ofTurn: last)).compactMap { index in
      let line = bytes[lines[index]]
      return Self.isState(line) ? nil : line
    }
  }

  private func line(_ index: Int) throws(ReplayError) -> RecordedValue {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(bytes[lines[index]])
    } catch {
      throw .damaged(path, index)
    }
  }
}
