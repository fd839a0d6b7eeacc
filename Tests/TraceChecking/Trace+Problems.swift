extension Trace {
  /// The problems of the trace, by the rules of the trace-event format, and by the rules of its contents;
  /// empty if there are none.
  ///
  /// A trace whose end is missing may have slices and intervals that don't end.
  package var problems: [String] {
    var check = TraceCheck(isCut: isCut)
    for (index, event) in events.enumerated() { check.look(at: event, index) }
    return check.finish()
  }
}

/// A check that reads the events in the order of the file.
private struct TraceCheck {
  struct Arrow {
    var begins: [(event: Trace.Event, slice: [String])] = []
    var ends: [(event: Trace.Event, cause: String?)] = []
  }

  let isCut: Bool
  var problems: [String] = []
  private var named: [Int: Set<String>] = [:]
  private var stacks: [Trace.Track: [Trace.Event]] = [:]
  private var lastTimes: [Trace.Track: Int] = [:]
  private var open: [String: [Trace.Event]] = [:]
  private var lastOfIntervals: [String: Int] = [:]
  private var arrows: [String: Arrow] = [:]
  /// The ids of the actions that began at a time on a track, and all of them.
  private var began: [Trace.Track: [Int: [String]]] = [:]
  private var actions: Set<String> = []
  private var effects: Set<String> = []

  init(isCut: Bool) { self.isCut = isCut }

  private mutating func tell(_ what: String, _ index: Int, _ event: Trace.Event) {
    problems.append("event \(index), \(event.phase) \"\(event.name)\": \(what)")
  }

  mutating func look(at event: Trace.Event, _ index: Int) {
    if event.time < 0 { tell("The time is negative.", index, event) }
    if event.phase == "M" {
      named[event.process, default: []].insert(event.name)
      return
    }
    if named[event.process] != ["process_name", "thread_name"] {
      tell("Its track has no name.", index, event)
    }
    if let cause = event.arguments["cause"], !actions.contains(cause) {
      tell("Its cause isn't in the trace before it.", index, event)
    }
    switch event.phase {
    case "B", "E", "i": lookAtTrack(event, index)
    case "b", "n", "e": lookAtInterval(event, index)
    case "s", "f": lookAtArrow(event, index)
    default: tell("There is no such phase.", index, event)
    }
  }

  private mutating func lookAtTrack(_ event: Trace.Event, _ index: Int) {
    let track = event.track
    if let last = lastTimes[track], event.time < last {
      tell("It is before the event before it.", index, event)
    }
    lastTimes[track] = event.time
    if event.phase == "B" {
      let isTurn = event.category == "turn"
      let inner = stacks[track, default: []]
      // The jobs of a scheduler are on a track without turns.
      let isJob = event.category == "job" && inner.allSatisfy { $0.category == "job" }
      if !isJob, isTurn != inner.isEmpty {
        tell("Turns have actions in them, and nothing else does.", index, event)
      }
      stacks[track, default: []].append(event)
      if let id = event.arguments["id"] {
        began[track, default: [:]][event.time, default: []].append(id)
        if !actions.insert(id).inserted, !inner.contains(where: { $0.arguments["id"] == id }) {
          tell("Another action has its id.", index, event)
        }
      }
      if let effect = event.arguments["effect"], !effects.contains(effect) {
        tell("Its effect hasn't begun.", index, event)
      }
    } else if event.phase == "E" {
      guard let begin = stacks[track]?.popLast() else { return tell("It has no beginning.", index, event) }
      if begin.name != event.name { tell("It ends \"\(begin.name)\".", index, event) }
      if begin.time >= event.time { tell("It has no length.", index, event) }
    }
  }

  private mutating func lookAtInterval(_ event: Trace.Event, _ index: Int) {
    guard let id = event.id else { return tell("It has no id.", index, event) }
    let key = "\(event.process) \(event.category) \(id)"
    if let last = lastOfIntervals[key], event.time < last {
      tell("It is before the event before it.", index, event)
    }
    lastOfIntervals[key] = event.time
    if event.phase == "b" {
      open[key, default: []].append(event)
      if event.category == "effect" { effects.insert(id) }
    } else if event.phase == "e" {
      guard let begin = open[key]?.popLast() else { return tell("It has no beginning.", index, event) }
      if begin.name != event.name { tell("It ends \"\(begin.name)\".", index, event) }
      if open[key]?.isEmpty == true { open[key] = nil }
    }
  }

  private mutating func lookAtArrow(_ event: Trace.Event, _ index: Int) {
    guard let id = event.id else { return tell("It has no id.", index, event) }
    if event.phase == "s" {
      arrows[id, default: Arrow()].begins.append((event, began[event.track]?[event.time] ?? []))
    } else {
      let slice = stacks[event.track]?.last
      if slice?.time != event.time { tell("It doesn't lead to a slice.", index, event) }
      arrows[id, default: Arrow()].ends.append((event, slice?.arguments["cause"]))
    }
  }

  mutating func finish() -> [String] {
    for (id, arrow) in arrows {
      guard arrow.begins.count == 1, arrow.ends.count == 1 else {
        // The two ends are on two lines, the second of which may be missing.
        if !(isCut && arrow.begins.count == 1 && arrow.ends.isEmpty) {
          problems.append(
            "The arrow \(id) has \(arrow.begins.count) beginnings and \(arrow.ends.count) ends."
          )
        }
        continue
      }
      let (begin, end) = (arrow.begins[0], arrow.ends[0])
      if begin.event.time > end.event.time { problems.append("The arrow \(id) leads back in time.") }
      guard let cause = end.cause, begin.slice.contains(cause) else {
        problems.append("The arrow \(id) doesn't lead from the cause of its end.")
        continue
      }
    }
    if !isCut {
      for (track, stack) in stacks where !stack.isEmpty {
        problems.append("Slices don't end on \(track): \(stack.map(\.name))")
      }
      // Shutting a store down doesn't end a scope which the window of a throttle keeps open.
      for events in open.values where events[0].category != "scope" {
        problems.append("Intervals don't end: \(events.map(\.name))")
      }
    }
    return problems
  }
}
