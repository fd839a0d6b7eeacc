import Troupe

@testable import Troupe

/// Which declared effects have to run, derived only from the history of the states and of the ends.
///
/// It knows no scopes, no operators and no change log. For each state it records, by plain recursion, what
/// every feature in it declares, and compares that with the previous subscriptions.
struct GroveModel {
  /// A step to a child, and the child's identity.
  struct Place: Hashable {
    let step: Grove.Step
    let id: Int
    let generation: UInt64
  }

  struct Key: Hashable {
    let path: [Place]
    let name: String

    var depth: Int { path.reduce(0) { $0 + $1.step.depth } }
  }

  /// An effect that was begun, until its subscription changes or is removed.
  struct Begun {
    /// A number for each beginning.
    let number: Int
    let wish: Wish
    let time: Int
    var hasEnded = false
  }

  /// The reduced action, and the state after it. A dismissal without an action has none.
  struct Event: Sendable {
    let action: Grove.Action?
    let state: Grove.State
  }

  private(set) var begun: [Key: Begun] = [:]
  private(set) var state: Grove.State
  private var now = 0
  private var count = 0

  init(_ state: Grove.State) {
    self.state = state
    decide(state)
  }

  var running: [(key: Key, begun: Begun)] { begun.filter { !$0.value.hasEnded }.map { ($0.key, $0.value) } }

  /// A second passes.
  mutating func advance() {
    now += 1
    for (key, it) in begun {
      let duration: Int? =
        switch it.wish.kind {
        case .endless, .cancellable: nil
        case .short, .ringing: 1
        case .failing: 2
        }
      if let duration, it.time + duration <= now { begun[key]?.hasEnded = true }
    }
  }

  mutating func take(_ events: [Event]) {
    for event in events {
      if let action = event.action { end(action) }
      decide(event.state)
    }
  }

  /// Ends the effects that an action cancels, in the state before it.
  private mutating func end(_ action: Grove.Action) {
    var path: [Place] = []
    var (state, next) = (self.state, action)
    while let (step, inner) = next.child {
      // The children of the screen are reduced after their parent, which may remove them.
      if step.isOfScreen { next.applyChanges(to: &state) }
      guard let child = state[step] else { return }
      path.append(Self.place(step, child, in: state))
      (state, next) = (child, inner)
    }
    guard case .act(let act) = next, act.effect == .cancel || act.effect == .cancelAll else { return }
    // A part without a separate lifetime belongs to its parent.
    while let last = path.last, !last.step.hasLifetime { path.removeLast() }
    for (key, it) in begun where key.path.starts(with: path) {
      if act.effect == .cancelAll || it.wish.kind == .cancellable { begun[key]?.hasEnded = true }
    }
  }

  private mutating func decide(_ new: Grove.State) {
    state = new
    var wishes: [Key: Wish] = [:]
    Self.collect(new, [], &wishes)
    begun = begun.filter { wishes[$0.key] == $0.value.wish }
    for (key, wish) in wishes where begun[key] == nil {
      count += 1
      begun[key] = Begun(number: count, wish: wish, time: now)
    }
  }

  private static func collect(_ state: Grove.State, _ path: [Place], _ wishes: inout [Key: Wish]) {
    if let wish = state.wish { wishes[Key(path: path, name: "wish")] = wish }
    wishes[Key(path: path, name: "habit")] = Wish(number: state.habit, kind: .endless)
    for step in state.steps {
      guard let child = state[step] else { continue }
      collect(child, path + [place(step, child, in: state)], &wishes)
    }
  }

  private static func place(_ step: Grove.Step, _ child: Grove.State, in parent: Grove.State) -> Place {
    // For a part without a separate lifetime, it doesn't matter which one it is.
    if !step.hasLifetime { return Place(step: step, id: 0, generation: 0) }
    let generation = step == .presented ? parent.$presented.generation ?? 0 : 0
    return Place(step: step, id: child.id, generation: generation)
  }
}
