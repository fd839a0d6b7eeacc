import Troupe
import TroupeRecording

/// The slices of a time line on lanes, for a page that shows a part of them.
///
/// A page asks for a span of time and some lanes, with the length of time that a pixel covers. Slices that
/// are shorter than that are put together, so an answer is bounded by the size of the page, however many
/// slices there are.
struct Timeline {
  struct Slice {
    var kind: InspectorEvent.Kind
    var start: Int64
    var end: Int64
    var lane: Int32
    var label: Int32
    /// The store's index.
    var store: Int32
    /// The number of the action; zero if there is none.
    var number: UInt64
    /// The slice of the action that caused it; -1 if it isn't known.
    var cause: Int32
    /// The slice of the first action of the chain; -1 if it isn't known.
    var root: Int32
    /// The number of the effect, or of a turn; zero if there is none.
    var effect: UInt64
  }

  struct Lane {
    enum Kind: Int { case turns, actions, effects, marks, jobs }
    let store: Int32
    let kind: Kind
    let scope: String
    /// The number of the lane among the lanes of the same store, kind and scope, whose slices would overlap.
    let row: Int
    var tree = SliceTree()
    /// The slice that hasn't ended.
    var open: Int32 = -1
  }

  struct Store {
    let run: UInt64
    var name: String
    /// The slices of actions, in the order of their numbers.
    var actions: [(number: UInt64, slice: Int32)] = []

    func slice(of number: UInt64) -> Int32 {
      var (low, high) = (0, actions.count)
      while low < high {
        let middle = (low + high) / 2
        if actions[middle].number < number { low = middle + 1 } else { high = middle }
      }
      return low < actions.count && actions[low].number == number ? actions[low].slice : -1
    }
  }

  private struct LaneKey: Hashable {
    let store: Int32
    let kind: Lane.Kind
    let scope: String
  }

  private(set) var slices: [Slice] = []
  private(set) var lanes: [Lane] = []
  private(set) var stores: [Store] = []
  private(set) var labels: [String] = []
  private(set) var details: [Int32: [String: RecordedValue]] = [:]
  private(set) var span: (start: Int64, end: Int64)?
  private var storeIndices: [UInt64: Int32] = [:]
  private var labelIndices: [String: Int32] = [:]
  private var laneIndices: [LaneKey: [Int32]] = [:]
  /// The slices of effects that haven't ended, by store and effect.
  private var openEffects: [OpenEffect: Int32] = [:]
  /// The number of slices that were forgotten because there were too many.
  private(set) var forgotten = 0
  /// Changes when slices are forgotten, so that what was derived from them is made again.
  private(set) var generation = 0

  private struct OpenEffect: Hashable {
    let store: Int32
    let effect: UInt64
  }

  init() {}

  // MARK: Adding

  mutating func add(_ event: InspectorEvent, nameOf name: (UInt64) -> String) {
    let store = index(ofStore: event.run, name)
    let effect = event.kind == .turn ? event.turn : UInt64(event.effect.drop { $0 == "#" }) ?? 0
    if event.kind == .effect, event.phase == .end {
      end(event, OpenEffect(store: store, effect: effect))
      return
    }
    let index = Int32(slices.count)
    let lane = lane(for: event, store)
    var slice = Slice(
      kind: event.kind,
      start: event.start,
      end: event.phase == .begin ? .max : event.end,
      lane: lane,
      label: self.index(ofLabel: event.label),
      store: store,
      number: event.number,
      cause: -1,
      root: -1,
      effect: effect
    )
    if let cause = event.cause {
      slice.cause = self.slice(of: cause.action)
      slice.root = self.slice(of: cause.root)
    }
    slices.append(slice)
    if !event.details.isEmpty { details[index] = event.details }
    if event.number > 0 { stores[Int(store)].actions.append((event.number, index)) }
    span = (min(span?.start ?? event.start, event.start), max(span?.end ?? event.end, event.end))
    if event.phase == .begin {
      lanes[Int(lane)].open = index
      openEffects[OpenEffect(store: store, effect: effect)] = index
    } else {
      lanes[Int(lane)].tree.append(index, slice.start, slice.end)
    }
  }

  private mutating func end(_ event: InspectorEvent, _ effect: OpenEffect) {
    span = (span?.start ?? event.end, max(span?.end ?? event.end, event.end))
    // It may have begun before anybody watched.
    guard let index = openEffects.removeValue(forKey: effect) else { return }
    slices[Int(index)].end = event.end
    let lane = Int(slices[Int(index)].lane)
    lanes[lane].open = -1
    lanes[lane].tree.append(index, slices[Int(index)].start, event.end)
    details[index, default: [:]].merge(event.details) { $1 }
  }

  private mutating func index(ofStore run: UInt64, _ name: (UInt64) -> String) -> Int32 {
    if let index = storeIndices[run] { return index }
    let index = Int32(stores.count)
    stores.append(Store(run: run, name: name(run)))
    storeIndices[run] = index
    return index
  }

  private mutating func index(ofLabel label: String) -> Int32 {
    if let index = labelIndices[label] { return index }
    let index = Int32(labels.count)
    labels.append(label)
    labelIndices[label] = index
    return index
  }

  private func slice(of id: ActionID) -> Int32 {
    storeIndices[id.run].map { stores[Int($0)].slice(of: id.number) } ?? -1
  }

  /// Returns the first lane of an event's kind and scope whose slices don't overlap with it.
  private mutating func lane(for event: InspectorEvent, _ store: Int32) -> Int32 {
    let kind: Lane.Kind =
      switch event.kind {
      case .turn: .turns
      case .action, .dismissal: .actions
      case .effect, .save: .effects
      case .dropped, .cancelled, .overflow: .marks
      case .job: .jobs
      }
    let scope = kind == .effects || kind == .actions ? event.scope : "/"
    let key = LaneKey(store: store, kind: kind, scope: scope)
    let known = laneIndices[key] ?? []
    let free = known.first { index in
      let lane = lanes[Int(index)]
      if kind != .effects { return true }
      return lane.open < 0 && lane.tree.end <= event.start
    }
    if let free { return free }
    let index = Int32(lanes.count)
    lanes.append(Lane(store: store, kind: kind, scope: scope, row: known.count))
    laneIndices[key, default: []].append(index)
    return index
  }

  /// Forgets the older half of the slices if there are more than a limit.
  mutating func forget(over limit: Int) {
    guard slices.count > limit else { return }
    let first = Int32(slices.count - limit / 2)
    var next = Timeline()
    next.forgotten = forgotten + Int(first)
    next.generation = generation + 1
    next.stores = stores.map { Store(run: $0.run, name: $0.name) }
    next.storeIndices = storeIndices
    next.labels = labels
    next.labelIndices = labelIndices
    next.lanes = lanes.map { Lane(store: $0.store, kind: $0.kind, scope: $0.scope, row: $0.row) }
    next.laneIndices = laneIndices
    for index in first..<Int32(slices.count) {
      var slice = slices[Int(index)]
      slice.cause = slice.cause < first ? -1 : slice.cause - first
      slice.root = slice.root < first ? -1 : slice.root - first
      let position = Int32(next.slices.count)
      next.slices.append(slice)
      next.details[position] = details[index]
      if slice.number > 0 { next.stores[Int(slice.store)].actions.append((slice.number, position)) }
      next.span = (min(next.span?.start ?? slice.start, slice.start), span?.end ?? slice.start)
      if slice.end == .max {
        next.lanes[Int(slice.lane)].open = position
        next.openEffects[OpenEffect(store: slice.store, effect: slice.effect)] = position
      } else {
        next.lanes[Int(slice.lane)].tree.append(position, slice.start, slice.end)
      }
    }
    self = next
  }

  // MARK: Reading

  func label(of index: Int32) -> String {
    let slice = slices[Int(index)]
    let label = labels[Int(slice.label)]
    // Turns share a label, because there may be many of them.
    return slice.kind == .turn && slice.effect > 0 ? "\(label) \(slice.effect)" : label
  }

  /// The lanes in the order in which a page shows them: by store, and then by scope.
  func orderedLanes() -> [Int] {
    lanes.indices.sorted { first, second in
      let (first, second) = (lanes[first], lanes[second])
      if first.store != second.store { return first.store < second.store }
      if (first.kind == .turns) != (second.kind == .turns) { return first.kind == .turns }
      if first.scope != second.scope { return first.scope < second.scope }
      return (first.kind.rawValue, first.row) < (second.kind.rawValue, second.row)
    }
  }

  /// Returns what caused a slice, from the first action of the chain to the slice's direct cause.
  func causes(of index: Int32) -> [Int32] {
    var chain: [Int32] = []
    var next = slices[Int(index)].cause
    while next >= 0, chain.count < 1_000 {
      chain.append(next)
      next = slices[Int(next)].cause
    }
    return chain.reversed()
  }

  /// Returns the slices that follow directly from a slice's action.
  func results(of index: Int32, limit: Int = 200) -> [Int32] {
    guard slices[Int(index)].number > 0 else { return [] }
    var found: [Int32] = []
    for next in slices.indices.dropFirst(Int(index) + 1) where slices[next].cause == index {
      found.append(Int32(next))
      if found.count == limit { break }
    }
    return found
  }
}

/// The slices of a lane in the order of their times, in groups of 8, of 64 and so on.
struct SliceTree {
  struct Group {
    var start: Int64
    var end: Int64
    /// The longest slice.
    var longest: Int64
  }

  private static let size = 8

  private(set) var slices: [Int32] = []
  /// The groups of each level; the first level has a group for each slice.
  private var levels: [[Group]] = [[]]

  var isEmpty: Bool { slices.isEmpty }

  /// The end of the last slice.
  var end: Int64 { levels[0].last?.end ?? .min }

  mutating func append(_ slice: Int32, _ start: Int64, _ end: Int64) {
    let index = slices.count
    slices.append(slice)
    let group = Group(start: start, end: end, longest: end - start)
    levels[0].append(group)
    var position = index
    var level = 1
    while true {
      position /= Self.size
      if level == levels.count {
        // A level is needed as soon as the one below has two groups.
        if levels[level - 1].count < 2 { return }
        levels.append([levels[level - 1][0]])
      }
      if position < levels[level].count {
        levels[level][position].end = max(levels[level][position].end, end)
        levels[level][position].start = min(levels[level][position].start, start)
        levels[level][position].longest = max(levels[level][position].longest, group.longest)
      } else {
        levels[level].append(group)
      }
      level += 1
    }
  }

  /// Visits what is in a span: slices, and groups of slices that are shorter than a length together.
  ///
  /// - Parameters:
  ///   - start: The start of the span.
  ///   - end: The end of the span.
  ///   - length: The length of time that isn't divided any more.
  ///   - visit: Gets the group, its first slice, and its number of slices.
  func visit(
    _ start: Int64,
    _ end: Int64,
    _ length: Int64,
    _ visit: (_ group: Group, _ first: Int32, _ count: Int) -> Void
  ) {
    let top = levels.count - 1
    for position in levels[top].indices { go(top, position, start, end, length, visit) }
  }

  private func go(
    _ level: Int,
    _ position: Int,
    _ start: Int64,
    _ end: Int64,
    _ length: Int64,
    _ visit: (Group, Int32, Int) -> Void
  ) {
    let group = levels[level][position]
    if group.end < start || group.start > end { return }
    var (first, size) = (position, 1)
    for _ in 0..<level { (first, size) = (first * Self.size, size * Self.size) }
    if level == 0 || group.end - group.start < length {
      visit(group, slices[first], min(size, slices.count - first))
      return
    }
    let children = position * Self.size..<min((position + 1) * Self.size, levels[level - 1].count)
    for child in children { go(level - 1, child, start, end, length, visit) }
  }
}
