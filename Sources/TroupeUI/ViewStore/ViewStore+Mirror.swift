public import Troupe

extension ViewStore {
  /// Makes the view of a store that doesn't run on the main actor: a mirror of it.
  ///
  /// The mirror shows the state that the store has published last. That may be an older one than the store's:
  /// the states are brought to the main actor one by one, those in between left out. ``send(_:)`` enqueues,
  /// in order, and returns before the action was reduced. So what is sent can't be read back at once, as it
  /// can be from a store on the main actor; a text field wants that. Where the inbox of the store is full or
  /// closed, the action is lost, and that is an issue.
  ///
  /// It resumes when the state of the store has been read. Cancelling the task has no influence. The mirror
  /// keeps the store alive. When that is shut down, the mirror goes on to show its last state.
  ///
  /// A child is the same to the mirror as long as its identity is: one that makes its own state anew is
  /// another child here.
  ///
  /// - Parameter store: The store.
  public convenience init(mirroring store: Store<State, Action>) async {
    let state = await store.state
    self.init(onMainActor: Mirror.begin(of: store, with: state), isMirror: true)
  }
}

/// Shows a store on the executor of another one.
private struct Mirror<State: Sendable, OriginalAction: Sendable>: Reducer {
  enum Action: Sendable {
    case begin
    case published(State)
    case sent(OriginalAction)
  }

  let original: Store<State, OriginalAction>

  /// A store on the main actor that shows another one. It does so as long as anyone has a store that is
  /// scoped from it.
  @MainActor
  static func begin(
    of original: Store<State, OriginalAction>,
    with state: State
  ) -> Store<State, OriginalAction> {
    let mirror = Store(initialState: state, configuration: .mainActor) { Mirror(original: original) }
    return mirror.assumeIsolated { mirror in
      mirror.send(.begin)
      return mirror.scope(state: \.self, action: { .sent($0) })
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .begin:
        return .run { [states = original.states()] send in
          for await state in states { await send(.published(state)) }
        }
      case .published(let published):
        state = published
      case .sent(let action):
        do {
          try original.enqueue(action)
        } catch {
          reportIssue(
            """
            An action that was sent to a view store was not enqueued in the store that it mirrors, and is lost. \(error)
            """
          )
        }
      }
      return .none
    }
  }
}
