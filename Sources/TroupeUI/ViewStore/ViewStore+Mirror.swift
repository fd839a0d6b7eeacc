public import Troupe

extension ViewStore {
  /// Creates a mirror: a view store for a store that doesn't run on the main actor.
  ///
  /// The mirror shows the state that the store published last. It may be older than the store's current
  /// state: states reach the main actor one by one, and intermediate states are skipped.
  /// ``send(_:fileID:filePath:line:column:)`` enqueues the action, in order, and returns before it is
  /// reduced. A sent value can therefore not be read back at once. A text field needs that, so use a store on
  /// the main actor for it. If the inbox of the store is full or closed, the action is lost, which is an
  /// issue.
  ///
  /// It resumes when the store's state has been read. Cancelling the task has no effect. The mirror keeps the
  /// store alive. When the store is shut down, the mirror continues to show its last state.
  ///
  /// For the mirror, a child is the same as long as its identity is. A child that replaces its own state with
  /// a new one is another child here.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - fileID: The file named in issues about the mirror.
  ///   - filePath: The path of that file.
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

/// Shows a store on another store's executor.
private struct Mirror<State: Sendable, OriginalAction: Sendable>: Reducer {
  enum Action: Sendable {
    case begin
    case published(State)
    case sent(OriginalAction)
  }

  let original: Store<State, OriginalAction>
  /// The location at which the mirror was created.
  let location: CallSite

  /// Creates a store on the main actor that shows another store, as long as a store scoped from it exists.
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
            An action sent to a view store couldn't be enqueued in the mirrored store, and was dropped: \(IssueText.value(action)). \(error)
            """,
            at: location
          )
        }
      }
      return .none
    }
  }
}

/// An action that is sent to a mirror.
enum MirroredSend {
  /// Where it was sent.
  @TaskLocal static var location: CallSite?
}
