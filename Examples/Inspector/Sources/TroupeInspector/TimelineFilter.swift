import Troupe

/// The words that a user types to find slices: a text is a part of a label, a scope or a store's name, `>5ms`
/// a duration, and `#` with an action's id all that follows from that action.
struct TimelineFilter: Hashable, Sendable {
  private(set) var texts: [String] = []
  private(set) var shortest: Int64?
  private(set) var root: ActionID?
  private(set) var kinds: Set<String> = []

  init(_ text: String) {
    for word in text.lowercased().split(whereSeparator: \.isWhitespace) {
      if word.hasPrefix(">"), let duration = Self.duration(word.dropFirst()) {
        shortest = duration
      } else if word.hasPrefix("#"), let id = ActionID(String(word.dropFirst())) {
        root = id
      } else if word.hasPrefix("kind:") {
        kinds.insert(String(word.dropFirst(5)))
      } else {
        texts.append(String(word))
      }
    }
  }

  var isEmpty: Bool { texts.isEmpty && shortest == nil && root == nil && kinds.isEmpty }

  private static func duration(_ text: Substring) -> Int64? {
    let units: [(String, Double)] = [("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    for (unit, scale) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number >= 0, number < 1e9 else { continue }
      return Int64(number * scale)
    }
    return nil
  }
}

/// The slices of a time line that a filter finds, on the same lanes.
struct FilteredTimeline {
  let filter: TimelineFilter
  private(set) var generation: Int
  private(set) var trees: [SliceTree] = []
  private(set) var count = 0
  private var next = 0

  init(_ filter: TimelineFilter, generation: Int) {
    self.filter = filter
    self.generation = generation
  }

  /// Looks at the slices that were added since the last time.
  mutating func update(from timeline: Timeline) {
    if generation != timeline.generation {
      self = FilteredTimeline(filter, generation: timeline.generation)
    }
    if next == timeline.slices.count { return extend(to: timeline.lanes.count) }
    // There are few places and labels, and many slices.
    let places = timeline.lanes.map { lane in
      "\(timeline.stores[Int(lane.store)].name) \(lane.scope)".lowercased()
    }
    let labels = timeline.labels.map { $0.lowercased() }
    let found = filter.texts.map { text in
      (labels: labels.map { $0.contains(text) }, places: places.map { $0.contains(text) })
    }
    let root = filter.root
    extend(to: timeline.lanes.count)
    while next < timeline.slices.count {
      let slice = timeline.slices[next]
      // It is found when it has ended.
      defer { next += 1 }
      let end = slice.end == .max ? timeline.span?.end ?? slice.start : slice.end
      if let shortest = filter.shortest, end - slice.start < shortest { continue }
      if !filter.kinds.isEmpty, !filter.kinds.contains(slice.kind.name) { continue }
      let (label, lane) = (Int(slice.label), Int(slice.lane))
      guard found.allSatisfy({ $0.labels[label] || $0.places[lane] }) else { continue }
      if let root {
        let first = slice.root >= 0 ? timeline.slices[Int(slice.root)] : slice
        guard first.number == root.number, timeline.stores[Int(first.store)].run == root.run else { continue }
      }
      trees[Int(slice.lane)].append(Int32(next), slice.start, end)
      count += 1
    }
  }

  private mutating func extend(to count: Int) {
    while trees.count < count { trees.append(SliceTree()) }
  }

  /// Returns the next slice that the filter finds, after or before a slice; the first or last one again at
  /// the end.
  func slice(after index: Int32, forward: Bool) -> Int32? {
    let all = trees.lazy.flatMap(\.slices)
    let beside = forward ? all.filter { $0 > index }.min() : all.filter { $0 < index }.max()
    return beside ?? (forward ? all.min() : all.max())
  }
}
