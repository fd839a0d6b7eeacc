// Handwritten code for one program in place of a store. It shows what the language itself costs for the
// measured work, where a floor does much less than the work requires.

/// An actor that keeps the tasks of its effects, tells them what they belong to, and knows when the last has
/// ended.
actor TasksByHand {
  /// What a task belongs to.
  private final class Owner: Sendable {
    @TaskLocal static var current: Owner?
    let slot: Int
    init(slot: Int) { self.slot = slot }
  }

  /// Waits for the tasks.
  struct Handle: Sendable {
    fileprivate let tasks: TasksByHand
    func finish() async { await tasks.finish() }
  }

  private var count = 0
  /// Kept so that it could be cancelled, which isn't measured here.
  private var tasks: [Task<Void, Never>?] = []
  private var free: [Int] = []
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  func up() { count += 1 }

  func start(_ work: @escaping @Sendable (TasksByHand) async -> Void) -> Handle {
    let slot = free.popLast() ?? tasks.count
    if slot == tasks.count { tasks.append(nil) }
    let owner = Owner(slot: slot)
    tasks[slot] = Owner.$current.withValue(owner) {
      Task {
        if !Task.isCancelled { await work(self) }
        self.ended(owner)
      }
    }
    return Handle(tasks: self)
  }

  private func ended(_ owner: Owner) {
    tasks[owner.slot] = nil
    free.append(owner.slot)
    guard free.count == tasks.count else { return }
    for continuation in waiting { continuation.resume() }
    waiting.removeAll(keepingCapacity: true)
  }

  private func finish() async {
    if free.count == tasks.count { return }
    await withUnsafeContinuation { waiting.append($0) }
  }
}

/// An actor that reduces the actions of a ``Level`` with nested closures, each of which knows its types.
actor LevelsByHand {
  /// A state in a state, accessed as with ``Presents``: by a key path to a computed property that returns a
  /// reference.
  struct State {
    final class Box {
      var state: State?
      init(_ state: State) { self.state = state }
    }

    var count = 0
    private var box: Box?
    var below: Box? {
      get { box }
      set { box = newValue }
    }

    init(levels: Int) {
      if levels > 0 { box = Box(State(levels: levels - 1)) }
    }
  }

  /// Returns whether there is more to do.
  private typealias Reduce = (inout State, Level.Action) -> Bool

  private final class Lazy {
    private let make: () -> Reduce
    private(set) lazy var reduce = make()
    init(_ make: @escaping () -> Reduce) { self.make = make }
  }

  private var state: State
  private let reduce = levels()

  init(levels: Int) {
    state = State(levels: levels)
  }

  func send(_ action: Level.Action) { _ = reduce(&state, action) }

  private static func levels() -> Reduce {
    embedding(\.below, { levels() }) { state, action in
      switch action {
      case .up: state.count += 1
      case .received(let number): state.count += number
      case .fetch, .below: break
      }
      return false
    }
  }

  @inline(never)
  private static func embedding(
    _ path: WritableKeyPath<State, State.Box?>,
    _ child: @escaping () -> Reduce,
    _ base: @escaping Reduce
  ) -> Reduce {
    // Created on first use, as it contains itself.
    let resolved = Lazy(child)
    return { state, action in
      guard case .below(.presented(let childAction)) = action, let box = state[keyPath: path],
        box.state != nil
      else { return base(&state, action) }
      // The only way to access it in place; the check for nil came before.
      // swift-format-ignore: NeverForceUnwrap
      let hasEffect = resolved.reduce(&box.state!, childAction)
      return base(&state, action) || hasEffect
    }
  }
}
