import Observation
import Troupe

extension ViewStore {
  /// Calls a closure with the view store of the state whenever the state appears, and another closure
  /// whenever the state is nil.
  ///
  /// This method is `Store.ifLet(then:else:)` for code on the main actor:
  /// `playerStore.ifLet { show($0) } else: { showNothing() }`.
  ///
  /// The first call comes before the method returns: to `then` if there is a state, otherwise to `else`. Each
  /// further call comes at the end of the turn in which the state appeared, was replaced by another one, or
  /// was removed. Actions that the closures send are reduced in a later turn.
  ///
  /// The returned task keeps this view store alive until the task ends. To end the task and the calls, cancel
  /// the task or shut the store down. After the task has been cancelled on the main actor, no further call
  /// starts. If the state of a parent is removed, the task ends without a call. A mirror's store isn't shut
  /// down with the mirrored store, so cancel the task of a mirror.
  ///
  /// - Parameters:
  ///   - then: Gets the view store of a state that has appeared.
  ///   - else: A closure that is called when the state is nil.
  /// - Returns: A task that runs until the calls end.
  @discardableResult
  public func ifLet<Wrapped: Sendable>(
    then: @escaping @MainActor (_ store: ViewStore<Wrapped, Action>) -> Void,
    else: @escaping @MainActor () -> Void = {}
  ) -> Task<Void, Never> where State == Wrapped? {
    let following = Following(self, then: then, else: `else`)
    following.look()
    let children: StoreChildren<Wrapped, Action> = store.children(state: \.self, action: \.self)
    let task = Task {
      for await _ in children {}
      following.end()
    }
    following.task = task
    return task
  }
}

/// The calls of `ifLet`.
@MainActor
private final class Following<State: Sendable, Action: Sendable> {
  /// The task that ends the calls; nil before the method returns.
  var task: Task<Void, Never>?
  /// The view store of the optional state; nil after the end.
  private var viewStore: ViewStore<State?, Action>?
  private let then: @MainActor (ViewStore<State, Action>) -> Void
  private let otherwise: @MainActor () -> Void

  init(
    _ viewStore: ViewStore<State?, Action>,
    then: @escaping @MainActor (ViewStore<State, Action>) -> Void,
    else otherwise: @escaping @MainActor () -> Void
  ) {
    self.viewStore = viewStore
    self.then = then
    self.otherwise = otherwise
  }

  func look() {
    guard let viewStore, task?.isCancelled != true else { return }
    let child: ViewStore<State, Action>? = withObservationTracking {
      viewStore.scope(state: \.self, action: \.self)
    } onChange: { [weak self] in
      // The view store notifies on the main actor.
      MainActor.assumeIsolated { self?.look() }
    }
    if let child { then(child) } else { otherwise() }
  }

  func end() { viewStore = nil }
}
