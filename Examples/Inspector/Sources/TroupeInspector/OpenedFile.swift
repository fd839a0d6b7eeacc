import Foundation
import Troupe
import TroupeRecording

/// A file that the program `inspect` shows: a recording, or a trace.
struct OpenedFile: Sendable {
  let path: String
  /// The recording; nil for a trace.
  let recording: RecordingContents?
  let timeline: LiveTimeline

  var name: String { URL(filePath: path).lastPathComponent }

  /// Reads a file.
  ///
  /// - Throws: A `ReplayError`, or a ``FileProblem``.
  init(path: String) throws {
    self.path = path
    let found: (recording: RecordingContents?, timeline: Timeline)
    do throws(ReplayError) {
      let recording = try RecordingContents(path)
      found = (recording, try Timeline.of(recording))
    } catch {
      guard error.code == .notARecording else { throw error }
      guard let trace = try TraceReader.timeline(path: path) else {
        throw FileProblem(description: "\(error) It isn't a trace of the package either.")
      }
      found = (nil, trace)
    }
    recording = found.recording
    timeline = LiveTimeline(found.timeline)
  }
}

/// The reason why a file can't be shown.
struct FileProblem: Error, CustomStringConvertible {
  let description: String
}

extension Timeline {
  /// The time line of a recording: its actions and dismissals, and its effects from the action that started
  /// each to the last one that it sent.
  static func of(_ recording: RecordingContents) throws(ReplayError) -> Timeline {
    var events: [InspectorEvent] = []
    var effects: [String: Int] = [:]
    var number = recording.turns.lowerBound
    var times: [ActionID: Int64] = [:]
    while case let turns = try recording.turns(after: number, limit: 1_000), let last = turns.last {
      number = last.number
      for turn in turns {
        guard let id = ActionID(turn.id) else { continue }
        let time = Int64(max(0, min(turn.time, 1e9)) * 1e9)
        let cause = turn.cause.flatMap { ActionID($0) }
        var event = InspectorEvent(
          kind: turn.action == nil ? .dismissal : .action,
          start: time,
          end: time,
          run: id.run,
          label: turn.label,
          scope: turn.scope,
          number: id.number,
          cause: cause.map { Cause(action: $0, root: turn.root.flatMap { ActionID($0) } ?? $0) }
        )
        event.details = ["turn": .int(turn.number)]
        event.details["origin"] = turn.origin.map { .string($0) }
        times[id] = time
        if let origin = turn.origin, origin.hasPrefix("effect "), let cause {
          let effect = String(origin.dropFirst(7))
          event.effect = effect
          if let known = effects[effect] {
            events[known].end = time
          } else {
            effects[effect] = events.count
            events.append(
              InspectorEvent(
                kind: .effect,
                start: min(times[cause] ?? time, time),
                end: time,
                run: id.run,
                label: "effect \(effect)",
                scope: turn.scope,
                cause: event.cause,
                effect: effect,
                details: ["known": .string("from its cause to the last action that it sent")]
              )
            )
          }
        }
        events.append(event)
      }
    }
    // The first one that starts is added first; an effect starts after the action that caused it.
    let order = events.indices.sorted { first, second in
      (events[first].start, events[first].kind == .effect ? 1 : 0, first)
        < (events[second].start, events[second].kind == .effect ? 1 : 0, second)
    }
    var timeline = Timeline()
    for index in order { timeline.add(events[index]) { _ in recording.store } }
    return timeline
  }
}

/// Reads the file of a `TraceFile`.
enum TraceReader {
  /// Returns the time line of a trace; nil if the file isn't one.
  static func timeline(path: String) throws -> Timeline? {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
      throw FileProblem(description: "\(path) couldn't be read: \(error.localizedDescription)")
    }
    guard data.first == UInt8(ascii: "[") else { return nil }
    var reader = Reader()
    for line in data.dropFirst().split(separator: UInt8(ascii: "\n")) {
      let text = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      if text.isEmpty || text.first == UInt8(ascii: "]") { continue }
      // The last line of a program that was killed may be incomplete.
      guard let event = RecordedValue(json: text) else {
        if line.endIndex == data.endIndex { break }
        throw FileProblem(description: "\(path): A line isn't an event. Was the file changed?")
      }
      reader.add(event)
    }
    if !reader.isTrace { return nil }
    return reader.timeline
  }

  private struct Reader {
    private(set) var events: [InspectorEvent] = []
    private var names: [Int: String] = [:]
    /// The slices of each track that haven't ended.
    private var open: [Int: [Int]] = [:]
    private var intervals: [String: Int] = [:]
    private(set) var isTrace = false

    mutating func add(_ event: RecordedValue) {
      guard let phase = event["ph"]?.text, let track = event["pid"]?.integer else { return }
      let name = event["name"]?.text ?? ""
      let arguments = event["args"] ?? .object([:])
      if phase == "M" {
        isTrace = true
        names[track] = arguments["name"]?.text ?? "\(track)"
        return
      }
      guard case .number(let number)? = event["ts"], let time = Double(number).map({ $0 * 1_000 }),
        time < 9e18
      else { return }
      let start = Int64(time)
      let category = event["cat"]?.text ?? ""
      switch phase {
      case "B":
        open[track, default: []].append(events.count)
        append(category, name, track, start, arguments)
      case "E":
        guard let index = open[track]?.popLast() else { return }
        events[index].end = start
        events[index].phase = .whole
        if let turn = arguments["turn"]?.integer {
          (events[index].label, events[index].turn) = ("turn", UInt64(clamping: turn))
        }
      case "b":
        if category == "scope" { return }
        intervals["\(track) \(category) \(Self.id(event))"] = events.count
        append(category, name, track, start, arguments)
        events[events.count - 1].effect = Self.id(event).split(separator: "#").last.map { "#\($0)" } ?? ""
      case "e":
        guard let index = intervals.removeValue(forKey: "\(track) \(category) \(Self.id(event))") else {
          return
        }
        events[index].end = start
        events[index].phase = .whole
        events[index].details["ended"] = arguments["ended"]
        events[index].details["error"] = arguments["error"]
      case "i", "I":
        append(category, name, track, start, arguments)
        events[events.count - 1].phase = .whole
        events[events.count - 1].kind = name.hasPrefix("cancelled") ? .cancelled : .dropped
      default: break
      }
    }

    private static func id(_ event: RecordedValue) -> String {
      switch event["id"] {
      case .string(let text)?, .number(let text)?: text
      default: ""
      }
    }

    private mutating func append(
      _ category: String,
      _ name: String,
      _ track: Int,
      _ start: Int64,
      _ arguments: RecordedValue
    ) {
      let kind: InspectorEvent.Kind =
        switch category {
        case "turn": .turn
        case "action": .action
        case "dismissal": .dismissal
        case "save": .save
        case "job": .job
        default: .effect
        }
      let id = arguments["id"]?.text.flatMap { ActionID($0) }
      let cause = arguments["cause"]?.text.flatMap { ActionID($0) }
      let root = arguments["root"]?.text.flatMap { ActionID($0) }
      var event = InspectorEvent(
        kind: kind,
        phase: .begin,
        start: start,
        end: start,
        run: UInt64(clamping: track),
        label: name,
        scope: arguments["scope"]?.text ?? "/",
        number: id?.number ?? 0,
        cause: cause.map { Cause(action: $0, root: root ?? $0) }
      )
      if case .object(let members) = arguments {
        event.details = members.filter { !["id", "cause", "root", "scope"].contains($0.key) }
      }
      // Actions are found by the ids of their run.
      if let id { runs[track] = id.run }
      events.append(event)
    }

    private var runs: [Int: UInt64] = [:]

    var timeline: Timeline {
      var sorted = events
      for index in sorted.indices {
        let track = Int(clamping: sorted[index].run)
        sorted[index].run = runs[track] ?? sorted[index].run
        // A slice of a turn that hasn't ended is as long as is known; only effects are shown as running.
        if sorted[index].kind != .effect { sorted[index].phase = .whole }
      }
      let order = sorted.indices.sorted { (sorted[$0].start, $0) < (sorted[$1].start, $1) }
      let namesOfRuns = Dictionary(
        names.map { (runs[$0] ?? UInt64(clamping: $0), $1) },
        uniquingKeysWith: { first, _ in first }
      )
      var timeline = Timeline()
      for index in order { timeline.add(sorted[index]) { namesOfRuns[$0] ?? "\($0)" } }
      return timeline
    }
  }
}
