import Troupe

@testable import Troupe

/// What a store of ``Tree`` has to do, as plainly as possible.
///
/// It knows no scopes and keeps no record of children: after each action it checks, for each effect, whether
/// every child on the way to it is still there and still the same.
struct TreeModel {
  /// A step to a child, and the child's identity.
  struct Place: Hashable {
    let step: Tree.Step
    let id: Int
    let generation: UInt64

    func isSame(_ other: Place) -> Bool { !step.hasLifetime || self == other }
  }

  struct Running {
    /// The names of its work; none while it waits for a permit.
    var names: [String]
    let path: [Place]
    var id: String?
    /// When its sleep ends, and what begins then; nothing if it ends then.
    var end: (time: Int, then: String?)?
    /// The effect whose end it waits for.
    var window: Shared?
    /// The limit under which it is to sleep, and how.
    var limit: (key: Shared, name: String, seconds: Int)?
  }

  /// What effects of a scope share under an id.
  struct Shared: Hashable {
    let path: [Place]
    let id: String

    /// - Parameter path: The way to the scope, including children that have no separate lifetime: it doesn't
    ///   matter which they are.
    init(_ path: [Place], _ id: String) {
      self.path = path.map { $0.step.hasLifetime ? $0 : Place(step: $0.step, id: 0, generation: 0) }
      self.id = id
    }
  }

  private struct Returned {
    let path: [Place]
    let action: (Tree.Action) -> Tree.Action
    let work: Act.Work
  }

  private(set) var state: Tree.State
  private(set) var running: [Running] = []
  /// The numbers of the reduced actions.
  private(set) var notes: [Int] = []
  /// How many actions found no child.
  private(set) var missing = 0
  private var queue: [(path: [Place], action: Tree.Action)] = []
  private var now = 0
  /// The ends of throttle windows.
  private var windows: [Shared: Int] = [:]

  init(_ state: Tree.State) { self.state = state }

  mutating func send(_ action: Tree.Action) {
    queue.append(([], action))
    while !queue.isEmpty { take(queue.removeFirst().action) }
    fillPlaces()
  }

  mutating func advance() {
    now += 1
    running.removeAll { $0.end.map { $0.time <= now && $0.then == nil } ?? false }
    for index in running.indices {
      guard let end = running[index].end, end.time <= now, let then = end.then else { continue }
      running[index].names = [then]
      running[index].end = nil
      if let window = running[index].window { windows[window] = now + Act.Work.interval }
      running[index].window = nil
    }
    fillPlaces()
  }

  /// Of the effects under a limit, the first ones sleep.
  private mutating func fillPlaces() {
    var counts: [Shared: Int] = [:]
    for index in running.indices {
      guard let (key, name, seconds) = running[index].limit else { continue }
      counts[key, default: 0] += 1
      guard counts[key, default: 0] <= Act.Work.limit, running[index].names.isEmpty else { continue }
      running[index].names = [name]
      running[index].end = (now + seconds, nil)
    }
  }

  private mutating func take(_ action: Tree.Action) {
    var returned: [Returned] = []
    var state = state
    reduce(&state, action, [], { $0 }, &returned)
    self.state = state
    // What was returned under an identity ends what was there under another one.
    var isEnded = returned.map { _ in false }
    for (index, new) in returned.enumerated() {
      running.removeAll { Self.replaces(new.path, $0.path) }
      queue.removeAll { Self.replaces(new.path, $0.path) }
      windows = windows.filter { !Self.replaces(new.path, $0.key.path) }
      for earlier in 0..<index where Self.replaces(new.path, returned[earlier].path) {
        isEnded[earlier] = true
      }
    }
    for (new, isEnded) in zip(returned, isEnded) where !isEnded { begin(new) }
    running = running.filter { isThere($0.path) }
    queue = queue.filter { isThere($0.path) }
    windows = windows.filter { isThere($0.key.path) }
  }

  private static func replaces(_ new: [Place], _ old: [Place]) -> Bool {
    for (new, old) in zip(new, old) where !new.isSame(old) || new.step != old.step {
      return new.step == old.step
    }
    return false
  }

  private mutating func begin(_ new: Returned) {
    switch new.work {
    case .endless(let name, let id):
      running.append(Running(names: [name], path: new.path, id: id))
    case .nap(let name, let seconds, let then):
      running.append(Running(names: [name], path: new.path, end: (now + seconds, then)))
    case .debounced(let name, let id, let seconds):
      cancel(id, in: new.path)
      running.append(Running(names: ["debounce"], path: new.path, id: id, end: (now + seconds, name)))
    case .throttled(let name, let id, let latest):
      let window = Shared(new.path, id)
      let end = windows[window] ?? now
      let waiting = running.firstIndex { $0.window == window }
      if waiting == nil, end <= now {
        windows[window] = now + Act.Work.interval
        return running.append(Running(names: [name], path: new.path, id: id))
      }
      if waiting != nil, !latest { return }
      if let waiting { running.remove(at: waiting) }
      running.append(
        Running(names: ["throttle"], path: new.path, id: id, end: (end, name), window: window)
      )
    case .timed(let name, let id, let seconds):
      running.append(
        Running(names: [name, "timeout"], path: new.path, id: id, end: (now + seconds, nil))
      )
    case .limited(let name, let id, let seconds, let scope):
      let key = Shared(scope == .feature ? new.path : scope == .parent ? Self.parent(of: new.path) : [], id)
      running.append(Running(names: [], path: new.path, id: id, limit: (key, name, seconds)))
    case .cancel(let id):
      cancel(id, in: new.path)
    case .send(let action):
      queue.append((new.path, new.action(action)))
    }
  }

  private mutating func cancel(_ id: String, in path: [Place]) {
    running.removeAll { $0.id == id && Self.isWithin($0.path, path) }
  }

  /// The scope above one.
  private static func parent(of path: [Place]) -> [Place] { owner(path.dropLast()) }

  /// The nearest place on a way, from its end on, with a separate lifetime.
  private static func owner(_ path: some BidirectionalCollection<Place>) -> [Place] {
    Array(path.reversed().drop { !$0.step.hasLifetime }.reversed())
  }

  private static func isWithin(_ path: [Place], _ scope: [Place]) -> Bool {
    path.count >= scope.count && zip(path, scope).allSatisfy { $0.step == $1.step && $0.isSame($1) }
  }

  private func isThere(_ path: [Place]) -> Bool {
    var state = state
    for place in path {
      guard let child = state[place.step], Self.place(place.step, child, in: state).isSame(place) else {
        return false
      }
      state = child
    }
    return true
  }

  private static func place(_ step: Tree.Step, _ child: Tree.State, in parent: Tree.State) -> Place {
    Place(
      step: step,
      id: child.id,
      generation: step == .presented ? parent.$presented.generation ?? 0 : 0
    )
  }

  private mutating func reduce(
    _ state: inout Tree.State,
    _ action: Tree.Action,
    _ path: [Place],
    _ embed: @escaping (Tree.Action) -> Tree.Action,
    _ returned: inout [Returned]
  ) {
    let (act, distance) = action.leaf
    func change(_ state: inout Tree.State, _ phase: ReductionPhase) {
      for change in act.changes where change.distance == distance && change.phase == phase {
        change.mutation.apply(to: &state)
      }
    }
    func own(_ state: inout Tree.State) {
      change(&state, .own)
      if distance == 0 { notes.append(act.number) }
      // The effects of a child without a separate lifetime belong to its parent.
      let owner = Self.owner(path)
      returned += act.effects.filter { $0.distance == distance }
        .map { Returned(path: owner, action: embed, work: $0.work) }
    }
    change(&state, .before)
    let isOnScreen = action.child.map { [.first, .second, .third].contains($0.step) } == true
    // The screen's reducer comes after the parent's.
    if isOnScreen { own(&state) }
    if let (step, inner) = action.child {
      if let child = state[step] {
        let place = Self.place(step, child, in: state)
        var changed = child
        reduce(&changed, inner, path + [place], { embed(step($0)) }, &returned)
        state.change(step) { $0 = changed }
      } else {
        missing += 1
      }
    }
    if !isOnScreen { own(&state) }
    change(&state, .after)
  }
}
