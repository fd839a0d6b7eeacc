import Synchronization
import Troupe
import TroupeRecording

/// What the page can ask.
struct InspectorAPI: Sendable {
  struct Question: Sendable {
    let path: String
    let isPost: Bool
    let parameters: [String: String]
    let body: RecordedValue

    func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }
  }

  let content: InspectorContent

  /// Answers a question; nil if there is none such.
  func answer(_ question: Question) async throws -> RecordedValue? {
    let parts = question.path.split(separator: "/").map(String.init)
    switch (parts.first, question.isPost) {
    case ("summary", false): return summary
    case ("timeline", false): return timelineAnswer(question)
    case ("slice", false): return timeline.slice(question.number("slice") ?? -1)
    case ("find", false):
      return timeline.find(
        TimelineFilter(question.parameters["filter"] ?? ""),
        after: question.number("after") ?? -1,
        forward: question.parameters["back"] == nil
      ) ?? .object(["found": .int(0)])
    default: break
    }
    switch content {
    case .live(let inspector): return try await inspector.answer(question, parts)
    case .file(let file, let replayer):
      guard let recording = file.recording else { return nil }
      return try await RecordingAPI(recording: recording, replayer: replayer).answer(question)
    }
  }

  private var timeline: LiveTimeline {
    switch content {
    case .live(let inspector):
      inspector.collect()
      return inspector.timeline
    case .file(let file, _): return file.timeline
    }
  }

  private var summary: RecordedValue {
    switch content {
    case .live(let inspector):
      return .object([
        "mode": .string("live"), "title": .string("Running stores"), "timeline": timeline.summary,
        "showsPayloads": .bool(inspector.options.showsPayloads),
      ])
    case .file(let file, let replayer):
      var members: [String: RecordedValue] = [
        "mode": .string(file.recording == nil ? "trace" : "recording"), "title": .string(file.name),
        "timeline": file.timeline.summary,
      ]
      if let recording = file.recording {
        members["store"] = .string(recording.store)
        members["stateType"] = .string(recording.stateType)
        members["first"] = .int(recording.turns.lowerBound)
        members["last"] = .int(recording.turns.upperBound)
        members["isComplete"] = .bool(recording.isComplete)
        members["canReplay"] = .bool(replayer != nil)
      }
      return .object(members)
    }
  }

  private func timelineAnswer(_ question: Question) -> RecordedValue {
    let (start, end) = (question.number("start") ?? 0, question.number("end") ?? 0)
    return timeline.answer(
      LiveTimeline.Question(
        // Far enough for every time, and differences can't overflow.
        start: Int64(clamping: max(-(1 << 60), min(1 << 60, start))),
        end: Int64(clamping: max(-(1 << 60), min(1 << 60, max(start, end)))),
        width: question.number("width") ?? 1_000,
        firstLane: question.number("lane") ?? 0,
        laneCount: question.number("lanes") ?? 40,
        filter: TimelineFilter(question.parameters["filter"] ?? "")
      )
    )
  }
}

extension Inspector {
  /// Moves the events to the time line.
  package func collect() {
    let (events, dropped) = buffer.take()
    timeline.add(events, dropped: dropped) { run in
      guard let record = stores.record(ofRun: run) else { return "store \(run)" }
      return record.content.withLock { $0.attached?.key } ?? "\(record.info.name ?? record.info.type)"
    }
  }

  /// Answers a question about running stores.
  func answer(_ question: InspectorAPI.Question, _ parts: [String]) async throws -> RecordedValue? {
    switch (parts.first, parts.count, question.isPost) {
    case ("stores", 1, false): return storesAnswer(question)
    case ("store", 2, false):
      guard let record = record(parts[1]) else { throw InspectorProblem.gone }
      return try await storeAnswer(record)
    case ("part", 2, false):
      guard let record = record(parts[1]), let tree = record.content.withLock({ $0.tree }) else {
        throw InspectorProblem.gone
      }
      return Self.part(of: tree.state, question)
    case ("cancel", 2, true):
      guard let record = record(parts[1]) else { throw InspectorProblem.gone }
      return try await cancel(record, question.body["effect"]?.text ?? "")
    case ("dismiss", 2, true):
      guard let record = record(parts[1]) else { throw InspectorProblem.gone }
      return try await dismiss(record, question.body["scope"]?.integer ?? 0)
    case ("send", 2, true):
      guard let record = record(parts[1]), let attached = record.content.withLock({ $0.attached }) else {
        throw InspectorProblem.gone
      }
      guard let send = attached.send else {
        throw InspectorProblem.notAllowed("The program doesn't allow a page to send this store actions.")
      }
      try await send(question.body["action"] ?? .null)
      return .object(["sent": .bool(true)])
    default: return nil
    }
  }

  private func record(_ run: String) -> StoreRecord? { UInt64(run).flatMap { stores.record(ofRun: $0) } }

  /// Returns a part of a value that the page didn't get, because it is too long or too deep.
  static func part(of value: RecordedValue, _ question: InspectorAPI.Question) -> RecordedValue? {
    let path = question.parameters["path"].flatMap { RecordedValue(json: $0.utf8)?.elements } ?? []
    guard let part = value.value(at: path) else { return nil }
    return ShownValue.shown(part, from: max(0, question.number("from") ?? 0))
  }

  private func storesAnswer(_ question: InspectorAPI.Question) -> RecordedValue {
    let words = (question.parameters["search"] ?? "").lowercased().split(separator: " ").map(String.init)
    struct Line {
      let record: StoreRecord
      let name: String
      let content: StoreRecord.Content
    }
    let records = stores.all
    var lines: [Line] = []
    for record in records {
      let content = record.content.withLock { $0 }
      let name = content.attached?.key ?? record.info.name ?? ""
      if !words.isEmpty {
        let text = "\(name) \(record.info.type) \(record.info.run)".lowercased()
        guard words.allSatisfy({ text.contains($0) }) else { continue }
      }
      lines.append(Line(record: record, name: name, content: content))
    }
    lines.sort { first, second in
      switch (first.content.lastTurn, second.content.lastTurn) {
      case (let first?, let second?) where first != second: first > second
      case (_?, nil): true
      case (nil, _?): false
      default: (first.name, first.record.info.run) < (second.name, second.record.info.run)
      }
    }
    let page = lines.dropFirst(max(0, question.number("from") ?? 0)).prefix(100)
    let now = ContinuousClock.now
    let shown = page.map { line in
      let figures = line.content.figures
      var members: [String: RecordedValue] = [
        "run": .string("\(line.record.info.run)"), "name": .string(line.name),
        "type": .string(line.record.info.type), "turns": .int(figures.turns),
        "effects": .int(line.content.effects.count), "unsaved": .int(figures.unsavedTurnCount),
        "failed": .int(figures.effectsFailed),
      ]
      members["idle"] = line.content.lastTurn.map { .nanoseconds($0.duration(to: now)) }
      return RecordedValue.object(members)
    }
    return .object([
      "stores": .array(shown), "count": .int(lines.count), "total": .int(records.count),
      "forgotten": .int(stores.forgottenCount),
    ])
  }

  private func storeAnswer(_ record: StoreRecord) async throws -> RecordedValue {
    let attached = record.content.withLock { $0.attached }
    // The next turn shows what it changes.
    record.wantsState.store(true, ordering: .relaxed)
    var statistics: StoreStatistics?
    var dismissible: Set<ScopePath> = []
    if let attached {
      statistics = await attached.statistics()
      if attached.allowed.contains(.dismiss) { dismissible = Set(await attached.dismissible()) }
      await readState(of: record, attached)
    }
    let content = record.content.withLock { $0 }
    let figures = content.figures
    let now = ContinuousClock.now
    let info = record.info
    var members: [String: RecordedValue] = [
      "run": .string("\(info.run)"), "name": .string(attached?.key ?? info.name ?? ""),
      "type": .string(info.type), "location": .string("\(info.location)"),
      "isAttached": .bool(attached != nil),
      "mayCancel": .bool(attached?.allowed.contains(.cancel) ?? false),
      "maySend": .bool(attached?.send != nil),
      "samples": .strings((attached?.samples ?? []).map { String(decoding: $0.json, as: UTF8.self) }),
    ]
    members["figures"] = .object([
      "turns": .int(statistics?.turnCount ?? figures.turns), "actions": .int(figures.actions),
      "dropped": .int(statistics?.droppedActionCount ?? figures.dropped),
      "overflows": .int(statistics?.inboxOverflowCount ?? figures.overflows),
      "effectsStarted": .int(figures.effectsStarted), "effectsFailed": .int(figures.effectsFailed),
      "effectsCancelled": .int(figures.effectsCancelled), "dismissals": .int(figures.dismissals),
      "saves": .int(statistics?.saving?.saveCount ?? UInt64(figures.saves)),
      "unsaved": .int(statistics?.saving?.unsavedTurnCount ?? figures.unsavedTurnCount),
      "lastSaveWait": .nanoseconds(figures.lastSaveWait),
      "longestSaveWait": .nanoseconds(statistics?.saving?.longestWait ?? figures.longestSaveWait),
      "longestTurn": .nanoseconds(figures.longestTurn),
      "turnDurations": .ints(figures.turnDurations.map { Int($0) }),
    ])
    members["idle"] = content.lastTurn.map { .nanoseconds($0.duration(to: now)) }
    let isShown = options.showsPayloads
    members["scopes"] = .array(
      content.scopes.map { scope, open in (scope.text(showsPayloads: isShown), scope, open) }
        .sorted { $0.0 < $1.0 }.prefix(1_000)
        .map { text, scope, open in
          .array([
            .string(text), .nanoseconds(open.start.duration(to: now)), .int(open.number),
            .bool(dismissible.contains(scope)),
          ])
        }
    )
    members["scopeCount"] = .int(content.scopes.count)
    members["effects"] = .array(
      content.effects.values.sorted { $0.info.id < $1.info.id }.prefix(500).map { effect in
        .object(self.shown(effect, now))
      }
    )
    members["effectCount"] = .int(content.effects.count)
    if let tree = content.tree {
      members["state"] = ShownValue.shown(tree.state)
      members["changes"] = .array(tree.changes.map(\.shown))
      members["presented"] = .strings(tree.presented)
      members["stateTurn"] = tree.turn.map { .int($0) }
      members["stateProblem"] = tree.problem.map { .string($0) }
    }
    return .object(members)
  }

  /// Reads the state of a store at rest, unless a turn has shown it.
  private func readState(of record: StoreRecord, _ attached: AttachedStore) async {
    let tree: StoreRecord.StateTree
    do {
      guard let (state, presented) = try await attached.state() else { return }
      tree = StoreRecord.StateTree(state: state, changes: [], presented: presented)
    } catch {
      tree = StoreRecord.StateTree(state: .null, changes: [], problem: "\(error)")
    }
    record.content.withLock { content in
      if let known = content.tree, known.state == tree.state, known.problem == nil { return }
      // What changed since the page looked the last time.
      let changes = content.tree.map { $0.state.changes(to: tree.state) } ?? []
      content.tree = StoreRecord.StateTree(
        state: tree.state,
        changes: tree.problem == nil ? changes : [],
        problem: tree.problem,
        presented: tree.presented
      )
    }
  }

  private func shown(
    _ effect: StoreRecord.RunningEffect,
    _ now: ContinuousClock.Instant
  ) -> [String: RecordedValue] {
    let snapshot = effect.info.snapshot
    var members: [String: RecordedValue] = [
      "id": .string("\(snapshot.id)"), "label": .string(effect.info.label),
      "location": .string("\(snapshot.location)"),
      "scope": .string(snapshot.scopePath.text(showsPayloads: options.showsPayloads)),
      "startedBy": .string(snapshot.causingAction.text(showsPayloads: options.showsPayloads)),
      "age": .nanoseconds(effect.start.duration(to: now)), "isDeclared": .bool(snapshot.isDeclared),
    ]
    members["ids"] = .strings(
      snapshot.ids.map { options.showsPayloads ? "\($0)" : "\(type(of: $0.base))" }
    )
    members["cause"] = effect.info.cause.map { .string("\($0.action)") }
    members["root"] = effect.info.cause.map { .string("\($0.root)") }
    return members
  }

  private func cancel(_ record: StoreRecord, _ effect: String) async throws -> RecordedValue {
    let (attached, effects) = record.content.withLock { ($0.attached, $0.effects) }
    guard let attached, attached.allowed.contains(.cancel) else {
      throw InspectorProblem.notAllowed("The program doesn't allow a page to cancel this store's effects.")
    }
    guard let id = effects.keys.first(where: { "\($0)" == effect }) else {
      throw InspectorProblem.notAllowed("The effect \(effect) has ended.")
    }
    return .object(["cancelled": .bool(await attached.cancel(id))])
  }

  private func dismiss(_ record: StoreRecord, _ number: Int) async throws -> RecordedValue {
    let (attached, scopes) = record.content.withLock { ($0.attached, $0.scopes) }
    guard let attached, attached.allowed.contains(.dismiss) else {
      throw InspectorProblem.notAllowed("The program doesn't allow a page to dismiss this store's children.")
    }
    guard let scope = scopes.first(where: { $0.value.number == number })?.key else {
      throw InspectorProblem.notAllowed("The child has ended.")
    }
    return .object(["dismissed": .bool(await attached.dismiss(scope))])
  }
}
