public import Troupe

extension ViewStore {
  /// Creates a mirror, which is a view store for a store that doesn't run on the main actor.
  ///
  /// The mirror shows the state that the store published last. The mirrored state may be older than the
  /// store's current state: states are transferred to the main actor one after another, and intermediate
  /// states are skipped. ``send(_:fileID:filePath:line:column:)`` enqueues the action, in order, and returns
  /// before it is reduced. A sent value can therefore not be read back immediately. A text field needs to
  /// read it back immediately, so use a store on the main actor for text fields. If the store's inbox is full
  /// or closed, the action is lost, and an issue is reported.
  ///
  /// The initializer returns when the store's state has been read. Cancelling the task has no effect. The
  /// mirror keeps the store alive. When the store is shut down, the mirror continues to show the store's last
  /// state.
  ///
  /// For the mirror, a child is the same as long as its identity is the same. A child that replaces its own
  /// state with a new state counts as another child.
  ///
  /// - Parameters:
  ///   - store: The store to mirror.
  ///   - fileID: The file named in issues about the mirror.
  ///   - filePath: The file's path.
  ///   - line: The line named in these issues.
  ///   - column: The column named in these issues.
  public convenience init(
    mirroring store: Store<State, Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let state = await store.state
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(onMainActor: Mirror.begin(of: store, with: state, at: location), isMirror: true)
  }
}

/// A reducer that shows a store's state on another store's executor.
private struct Mirror<State: Sendable, OriginalAction: Sendable>: Reducer {
  enum Action: Sendable {
    case begin
    case published(State)
    case sent(OriginalAction)
  }

  let original: Store<State, OriginalAction>
  /// The location at which the mirror was created.
  let location: CallSite

  /// Creates a store on the main actor that shows another store's state. The updates continue as long as a
  /// store scoped from the created store exists.
  @MainActor
  static func begin(
    of original: Store<State, OriginalAction>,
    with state: State,
    at location: CallSite
  ) -> Store<State, OriginalAction> {
    let mirror = Store(
      initialState: state,
      configuration: .mainActor,
      reducer: { Mirror(original: original, location: location) },
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
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
        let location = MirroredSend.location ?? location
        do {
          try original.enqueue(action, at: location)
        } catch {
          reportIssue(
            """
            The action \(IssueText.value(action)), which was sent to a view store, couldn't be enqueued in the mirrored store and was dropped. \(error)
            """,
            at: location
          )
        }
      }
      return .none
    }
  }
}

/// The location of an action that is sent to a mirror.
enum MirroredSend {
  /// The location at which the action was sent.
  @TaskLocal static var location: CallSite?
}
