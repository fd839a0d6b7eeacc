import Synchronization
import Troupe
import TroupeRecording

/// The time line of a running program, or of a file, and the page's questions about it.
final class LiveTimeline: Sendable {
  private struct Content {
    var timeline = Timeline()
    var filtered: FilteredTimeline?
    var dropped = 0
  }

  private let content: Mutex<Content>
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    content = Mutex(Content())
  }

  /// The time line of a file, which doesn't change.
  init(_ timeline: sending Timeline) {
    limit = .max
    content = Mutex(Content(timeline: timeline))
  }

  /// Shows another time line.
  func replace(with timeline: sending Timeline) {
    content.withLock { $0 = Content(timeline: timeline) }
  }

  /// Adds events.
  func add(_ events: [InspectorEvent], dropped: Int, nameOf name: (UInt64) -> String) {
    content.withLock { content in
      for event in events { content.timeline.add(event, nameOf: name) }
      content.timeline.forget(over: limit)
      content.dropped += dropped
    }
  }

  /// The number of slices, of dropped events and of forgotten slices, and the span of time.
  var summary: RecordedValue {
    content.withLock { content in
      let timeline = content.timeline
      return .object([
        "slices": .int(timeline.slices.count), "lanes": .int(timeline.lanes.count),
        "dropped": .int(content.dropped), "forgotten": .int(timeline.forgotten),
        "span": .array([.int(timeline.span?.start ?? 0), .int(timeline.span?.end ?? 0)]),
        "generation": .int(timeline.generation),
      ])
    }
  }

  struct Question {
    var start: Int64
    var end: Int64
    /// The number of pixels that the span is wide.
    var width: Int
    var firstLane = 0
    var laneCount = 40
    var filter = TimelineFilter("")
  }

  /// What is drawn as one rectangle.
  private struct Mark {
    var group: SliceTree.Group
    let first: Int32
    var count: Int

    /// Returns this mark together with the next one; nil unless they begin in the same pixel and are short.
    func joined(with next: Mark, from start: Int64, _ length: Int64) -> Mark? {
      guard (group.start - start) / length == (next.group.start - start) / length,
        group.end - group.start < 2 * length, next.group.end - next.group.start < length
      else { return nil }
      var joined = self
      joined.group.end = max(group.end, next.group.end)
      joined.group.longest = max(group.longest, next.group.longest)
      joined.count += next.count
      return joined
    }
  }

  /// Answers what is to be drawn.
  ///
  /// Each lane has its slices as numbers, seven for each: the start and the length in nanoseconds after the
  /// question's start, the number of slices, the longest of them, the first slice's index, its label, and its
  /// kind.
  func answer(_ question: Question) -> RecordedValue {
    content.withLock { content in
      let timeline = content.timeline
      if question.filter.isEmpty {
        content.filtered = nil
      } else {
        var filtered =
          content.filtered.flatMap { $0.filter == question.filter ? $0 : nil }
          ?? FilteredTimeline(question.filter, generation: timeline.generation)
        content.filtered = nil
        filtered.update(from: timeline)
        content.filtered = filtered
      }
      let order = Self.order(content)
      let shown = order.dropFirst(max(0, question.firstLane)).prefix(max(0, min(200, question.laneCount)))
      let length = max(1, (question.end - question.start) / Int64(max(1, min(8_000, question.width))))
      var labels: Set<Int32> = []
      var lanes: [RecordedValue] = []
      for index in shown {
        let lane = timeline.lanes[index]
        var numbers: [Int] = []
        func add(_ mark: Mark) {
          let slice = timeline.slices[Int(mark.first)]
          labels.insert(slice.label)
          numbers += [
            Int(mark.group.start - question.start), Int(mark.group.end - mark.group.start), mark.count,
            Int(mark.group.longest), Int(mark.first), Int(slice.label), Int(slice.kind.rawValue),
          ]
        }
        let tree = content.filtered.map { $0.trees[index] } ?? lane.tree
        var last: Mark?
        tree.visit(question.start, question.end, length) { group, first, count in
          let mark = Mark(group: group, first: first, count: count)
          if let known = last, let both = known.joined(with: mark, from: question.start, length) {
            last = both
          } else {
            if let last { add(last) }
            last = mark
          }
        }
        if let last { add(last) }
        if lane.open >= 0, question.filter.isEmpty {
          let slice = timeline.slices[Int(lane.open)]
          labels.insert(slice.label)
          numbers += [
            Int(slice.start - question.start), -1, 1, 0, Int(lane.open), Int(slice.label),
            Int(slice.kind.rawValue),
          ]
        }
        let store = timeline.stores[Int(lane.store)]
        lanes.append(
          .object([
            "store": .string(store.name), "run": .string("\(store.run)"), "scope": .string(lane.scope),
            "kind": .string("\(lane.kind)"), "row": .int(lane.row), "slices": .ints(numbers),
          ])
        )
      }
      var texts: [String: RecordedValue] = [:]
      for label in labels { texts[String(label)] = .string(String(timeline.labels[Int(label)].prefix(200))) }
      var answer: [String: RecordedValue] = [
        "lanes": .array(lanes), "laneCount": .int(order.count), "labels": .object(texts),
        "start": .int(question.start), "end": .int(question.end), "slices": .int(timeline.slices.count),
        "span": .array([.int(timeline.span?.start ?? 0), .int(timeline.span?.end ?? 0)]),
        "dropped": .int(content.dropped), "forgotten": .int(timeline.forgotten),
        "generation": .int(timeline.generation),
      ]
      answer["found"] = content.filtered.map { .int($0.count) }
      return .object(answer)
    }
  }

  /// Answers what is known about a slice: its chain of causes, and what follows from it.
  func slice(_ index: Int) -> RecordedValue? {
    content.withLock { content -> RecordedValue? in
      let timeline = content.timeline
      guard timeline.slices.indices.contains(index) else { return nil }
      let slice = timeline.slices[index]
      let rows = Self.rows(content)
      var answer = Self.line(Int32(index), timeline, rows)
      let details = timeline.details[Int32(index)] ?? [:]
      var texts: [RecordedValue] = []
      for (name, value) in details.sorted(by: { $0.key < $1.key }) where name != "action" {
        texts.append(.array([.string(name), ShownValue.shown(value)]))
      }
      answer["details"] = .array(texts)
      if let action = details["action"] {
        answer["action"] = ShownValue.shown(action)
        let json = action.json
        if json.count < 100_000 { answer["json"] = .string(String(decoding: json, as: UTF8.self)) }
      }
      answer["causes"] = .array(
        timeline.causes(of: Int32(index)).map { .object(Self.line($0, timeline, rows)) }
      )
      answer["results"] = .array(
        timeline.results(of: Int32(index)).map { .object(Self.line($0, timeline, rows)) }
      )
      let root = slice.root >= 0 ? timeline.slices[Int(slice.root)] : slice
      if root.number > 0 {
        let run = timeline.stores[Int(root.store)].run
        answer["root"] = .string("\(ActionID(run: run, number: root.number))")
      }
      return .object(answer)
    }
  }

  /// Returns the slice that the filter finds next.
  func find(_ filter: TimelineFilter, after index: Int, forward: Bool) -> RecordedValue? {
    content.withLock { content -> RecordedValue? in
      var filtered =
        content.filtered.flatMap { $0.filter == filter ? $0 : nil }
        ?? FilteredTimeline(filter, generation: content.timeline.generation)
      content.filtered = nil
      filtered.update(from: content.timeline)
      content.filtered = filtered
      guard let found = filtered.slice(after: Int32(clamping: index), forward: forward) else { return nil }
      var line = Self.line(found, content.timeline, Self.rows(content))
      line["found"] = .int(filtered.count)
      return .object(line)
    }
  }

  /// The lanes that the filter leaves, in the order of the page.
  private static func order(_ content: Content) -> [Int] {
    let order = content.timeline.orderedLanes()
    guard let filtered = content.filtered else { return order }
    return order.filter { filtered.trees.indices.contains($0) && !filtered.trees[$0].isEmpty }
  }

  /// The row of each lane on the page.
  private static func rows(_ content: Content) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: order(content).enumerated().map { ($1, $0) })
  }

  private static func line(
    _ index: Int32,
    _ timeline: Timeline,
    _ rows: [Int: Int]
  ) -> [String: RecordedValue] {
    let slice = timeline.slices[Int(index)]
    let lane = timeline.lanes[Int(slice.lane)]
    var line: [String: RecordedValue] = [
      "slice": .int(index), "kind": .string(slice.kind.name),
      "label": .string(String(timeline.label(of: index).prefix(500))), "scope": .string(lane.scope),
      "store": .string(timeline.stores[Int(slice.store)].name), "start": .int(slice.start),
      "lane": .int(rows[Int(slice.lane)] ?? -1),
    ]
    if slice.end != .max { line["duration"] = .int(slice.end - slice.start) }
    if slice.number > 0 {
      let id = ActionID(run: timeline.stores[Int(slice.store)].run, number: slice.number)
      line["id"] = .string("\(id)")
    }
    if slice.effect > 0, slice.kind != .turn { line["effect"] = .string("#\(slice.effect)") }
    return line
  }
}
