import TroupeRecording

/// What the page can ask about a recording.
struct RecordingAPI {
  let recording: RecordingContents
  let replayer: (any Replaying)?

  func answer(_ question: InspectorAPI.Question) async throws -> RecordedValue? {
    switch (question.path, question.isPost) {
    case ("turns", false):
      let turns = try recording.turns(
        after: question.number("after") ?? 0,
        limit: max(1, min(500, question.number("limit") ?? 100))
      )
      return .object(["turns": .array(turns.map { .object(line($0)) })])
    case ("turn", false): return try turn(question.number("turn") ?? recording.turns.lowerBound)
    case ("part", false):
      let state = try recording.state(after: question.number("turn") ?? 0) ?? .null
      return Inspector.part(of: state, question)
    case ("difference", false):
      return try difference(question.number("from") ?? 0, question.number("to") ?? 0)
    case ("search", false): return try search(question)
    case ("test", false): return try test(question)
    case ("divergence", false):
      guard let divergence = try await replaying.divergence() else { return .object([:]) }
      return .object(["turn": .int(divergence.turn), "text": .string(divergence.text)])
    case ("what-if", true): return try await whatIf(question.body)
    default: return nil
    }
  }

  private func line(_ turn: RecordedTurn) -> [String: RecordedValue] {
    var line: [String: RecordedValue] = [
      "turn": .int(turn.number), "label": .string(String(turn.label.prefix(500))), "id": .string(turn.id),
      "scope": .string(turn.scope), "time": .int(Int64(max(0, min(turn.time, 1e9)) * 1e9)),
      "isRedacted": .bool(turn.isRedacted), "isDismissal": .bool(turn.action == nil),
    ]
    line["origin"] = turn.origin.map { .string($0) }
    line["cause"] = turn.cause.map { .string($0) }
    line["root"] = turn.root.map { .string($0) }
    return line
  }

  private func turn(_ number: Int) throws -> RecordedValue {
    let state = try recording.state(after: number)
    var answer: [String: RecordedValue] = ["turn": .int(number)]
    answer["state"] = state.map { ShownValue.shown($0) }
    guard number > recording.turns.lowerBound else { return .object(answer) }
    guard let turn = try recording.turns(after: number - 1, limit: 1).first else { return .object(answer) }
    answer.merge(line(turn)) { $1 }
    if let action = turn.action {
      answer["action"] = ShownValue.shown(action)
      let json = action.json
      if json.count < 100_000 { answer["json"] = .string(String(decoding: json, as: UTF8.self)) }
    }
    answer["reads"] = .array(
      turn.reads.map { .array([.string($0.name), ShownValue.shown($0.value)]) }
    )
    if let state, let before = try recording.state(after: number - 1) {
      answer["changes"] = .array(before.changes(to: state).map(\.shown))
    }
    return .object(answer)
  }

  private func difference(_ from: Int, _ to: Int) throws -> RecordedValue {
    guard let first = try recording.state(after: from), let second = try recording.state(after: to) else {
      throw FileProblem(description: "The recording has no state after one of the turns.")
    }
    return .object([
      "from": .int(from), "to": .int(to), "changes": .array(first.changes(to: second).map(\.shown)),
    ])
  }

  /// Finds the next turn whose label contains a text, or that changes the member at a path.
  private func search(_ question: InspectorAPI.Question) throws -> RecordedValue {
    let isForward = question.parameters["back"] == nil
    var number = question.number("after") ?? recording.turns.lowerBound
    let text = (question.parameters["text"] ?? "").lowercased()
    let path = question.parameters["path"].flatMap { RecordedValue(json: $0.utf8)?.elements }
    if let path { return try change(at: path, after: number, isForward) }
    // A page of turns at a time.
    while isForward ? number < recording.turns.upperBound : number > recording.turns.lowerBound + 1 {
      let start = isForward ? number : max(recording.turns.lowerBound, number - 501)
      let limit = isForward ? 500 : number - 1 - start
      let turns = try recording.turns(after: start, limit: limit)
      func matches(_ turn: RecordedTurn) -> Bool {
        turn.label.lowercased().contains(text) || turn.scope.lowercased().contains(text) || turn.id == text
          || turn.root == text
      }
      if let found = isForward ? turns.first(where: matches) : turns.last(where: matches) {
        return .object(["turn": .int(found.number)])
      }
      guard let last = turns.last else { break }
      number = isForward ? last.number : start + 1
    }
    return .object([:])
  }

  /// Finds the next turn after which the member at a path has another value, among the next 256 turns.
  private func change(at path: [RecordedValue], after number: Int, _ isForward: Bool) throws -> RecordedValue
  {
    let turns = recording.turns
    let before = try recording.state(after: number)?.value(at: path)
    var next = number
    for _ in 0..<Self.searchLimit {
      next += isForward ? 1 : -1
      guard turns.contains(next) else { return .object([:]) }
      guard let state = try recording.state(after: next) else { continue }
      // Backwards, it is the turn that made the value what it is.
      if state.value(at: path) != before { return .object(["turn": .int(isForward ? next : next + 1)]) }
    }
    return .object(["searchedTo": .int(next)])
  }

  private static let searchLimit = 256

  private func test(_ question: InspectorAPI.Question) throws -> RecordedValue {
    let library = TestSource.Library(rawValue: question.parameters["library"] ?? "") ?? .xctest
    var source = TestSource(
      of: recording,
      first: question.number("from") ?? recording.turns.lowerBound,
      last: question.number("to") ?? recording.turns.upperBound,
      library: library
    )
    if let feature = question.parameters["feature"], !feature.isEmpty {
      source.feature = feature.split(separator: ".").map(TestSource.identifier).joined(separator: ".")
    }
    if let module = question.parameters["module"], !module.isEmpty {
      source.module = TestSource.identifier(module)
    }
    return .object([
      "source": .string(try source.text(of: recording)), "feature": .string(source.feature),
      "module": .string(source.module),
    ])
  }

  private var replaying: any Replaying {
    get throws {
      guard let replayer else {
        throw InspectorProblem.notAllowed(
          """
          This program doesn't know the recorded feature. Make a program with `await Inspector.main(replaying:)` \
          and your reducer.
          """
        )
      }
      return replayer
    }
  }

  private func whatIf(_ body: RecordedValue) async throws -> RecordedValue {
    guard let turn = body["turn"]?.integer, let action = body["action"] else { return .object([:]) }
    let last = max(turn, min(recording.turns.upperBound, body["through"]?.integer ?? turn))
    let states = try await replaying.states(replacingActionOf: turn, with: action, through: last)
    guard let first = states.first, let final = states.last else { return .object([:]) }
    let end = turn + states.count - 1
    var answer: [String: RecordedValue] = ["turn": .int(turn), "through": .int(end)]
    if let recorded = try recording.state(after: turn) {
      answer["changes"] = .array(recorded.changes(to: first).map(\.shown))
    }
    if let recorded = try recording.state(after: end) {
      answer["finalChanges"] = .array(recorded.changes(to: final).map(\.shown))
    }
    return .object(answer)
  }
}
