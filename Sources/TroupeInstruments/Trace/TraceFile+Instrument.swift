import Troupe
import TroupeDiagnostics

extension TraceFile {
  /// Writes an action's slice, and the arrow from its cause.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let name = action.label
    let cause = origin(action.instrumentContext)
    let texts = Texts(
      scope: scopeText(of: action.scopePath),
      payload: showsPayloads ? action.action.text(showsPayloads: true) : nil
    )
    let slice = writer.withLock { [action] in begin(action, name, texts, after: cause, in: &$0) }
    body(&state)
    let store = action.store
    writer.withLock { $0.endSlice("action", name, of: store, from: slice.nanoseconds) }
    action.instrumentContext = slice
  }

  /// The texts that users' code creates. These texts are created in advance, because that code must not run
  /// while the trace is locked.
  private struct Texts {
    let scope: String?
    let payload: String?
  }

  private func begin(
    _ action: ActionInfo,
    _ name: String,
    _ texts: Texts,
    after cause: TraceOrigin?,
    in writer: inout TraceWriter
  ) -> TraceOrigin {
    let (track, time) = writer.beginSlice(
      "action",
      name,
      of: action.store,
      at: action.instant,
      isNext: action.origin == .returned
    ) { arguments in
      arguments.add("id", action.id)
      switch action.origin {
      case .sent: arguments.add("origin", "sent")
      case .enqueued: arguments.add("origin", "enqueued")
      case .returned: arguments.add("origin", "returned")
      case .effect(let id): arguments.add("effect", Self.id(of: id, in: action.store))
      }
      if let cause = action.cause { arguments.add(cause) }
      if let scope = texts.scope { arguments.add("scope", scope) }
      if let payload = texts.payload { arguments.add("action", payload) }
    }
    writer.appendFlow(from: cause, to: action.cause, on: track, at: time)
    return TraceOrigin(file: ObjectIdentifier(self), id: action.id, track: track, nanoseconds: time)
  }

  private func origin(_ context: (any Sendable)?) -> TraceOrigin? {
    guard let origin = context as? TraceOrigin, origin.file == ObjectIdentifier(self) else { return nil }
    return origin
  }

  /// Writes a dismissal's slice.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    let name = "dismissed: \(text(of: dismissal.scopePath))"
    let cause = origin(dismissal.instrumentContext)
    let slice = writer.withLock { [dismissal] in begin(dismissal, name, after: cause, in: &$0) }
    body(&state)
    let store = dismissal.store
    writer.withLock { $0.endSlice("dismissal", name, of: store, from: slice.nanoseconds) }
    dismissal.instrumentContext = slice
  }

  private func begin(
    _ dismissal: DismissalInfo,
    _ name: String,
    after cause: TraceOrigin?,
    in writer: inout TraceWriter
  ) -> TraceOrigin {
    let (track, time) = writer.beginSlice(
      "dismissal",
      name,
      of: dismissal.store,
      at: dismissal.instant,
      isNext: false
    ) { arguments in
      arguments.add("id", dismissal.id)
      if let cause = dismissal.cause { arguments.add(cause) }
    }
    writer.appendFlow(from: cause, to: dismissal.cause, on: track, at: time)
    return TraceOrigin(file: ObjectIdentifier(self), id: dismissal.id, track: track, nanoseconds: time)
  }

  /// Writes an effect's interval.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    let track = begin(effect)
    do {
      try await operation()
    } catch {
      end(effect, on: track, error)
      throw error
    }
    end(effect, on: track, nil)
  }

  private func begin(_ effect: EffectInfo) -> Int {
    let ids = showsPayloads ? effect.snapshot.ids.map(\.description).joined(separator: ", ") : ""
    let texts = Texts(scope: scopeText(of: effect.snapshot.scopePath), payload: ids.isEmpty ? nil : ids)
    return writer.withLock { writer in
      let track = writer.track(of: effect.store) { $0.effects += 1 }.number
      let id = TraceID.text(Self.id(of: effect.id, in: effect.store))
      writer.append("b", "effect", effect.label, on: track, at: writer.now(), id: id) { arguments in
        arguments.add("location", "\(effect.snapshot.location)")
        if let cause = effect.cause { arguments.add(cause) }
        if let scope = texts.scope { arguments.add("scope", scope) }
        if let payload = texts.payload { arguments.add("ids", payload) }
      }
      return track
    }
  }

  private func end(_ effect: EffectInfo, on track: Int, _ error: (any Error)?) {
    let reason = error.map { IssueText.error($0, showsPayloads: showsPayloads) }
    let isCancelled = error is CancellationError
    writer.withLock { writer in
      _ = writer.track(of: effect.store) { $0.effects -= 1 }
      let id = TraceID.text(Self.id(of: effect.id, in: effect.store))
      writer.append("e", "effect", effect.label, on: track, at: writer.now(), id: id) { arguments in
        arguments.add("ended", reason == nil ? "finished" : isCancelled ? "cancelled" : "failed")
        if let reason, !isCancelled { arguments.add("error", reason) }
      }
    }
  }

  /// Writes the end of a turn's slice.
  public func turnEnded(_ turn: TurnInfo) {
    writer.withLock { $0.endTurn(turn) }
  }

  /// Writes the start of a scope's interval.
  public func scopeBegan(_ scope: ScopePath, in store: StoreInfo) {
    let (name, id) = (text(of: scope), Self.id(of: scope, in: store))
    writer.withLock { writer in
      let track = writer.track(of: store) { $0.scopes += 1 }.number
      writer.append("b", "scope", name, on: track, at: writer.now(), id: id)
    }
  }

  /// Writes the end of a scope's interval.
  public func scopeEnded(_ scope: ScopePath, in store: StoreInfo) {
    let (name, id) = (text(of: scope), Self.id(of: scope, in: store))
    writer.withLock { writer in
      // The start of the interval may be on a track that was forgotten.
      guard let known = writer.tracks[store], known.scopes > 0 else { return }
      let track = writer.track(of: store) { $0.scopes -= 1 }.number
      writer.append("e", "scope", name, on: track, at: writer.now(), id: id)
    }
  }

  /// Marks the cancellation of an effect.
  public func effectCancelled(_ effect: EffectInfo) {
    let name = "cancelled: \(effect.label)"
    writer.withLock { writer in
      writer.appendInstant("effect", name, of: effect.store) {
        $0.add("effect", Self.id(of: effect.id, in: effect.store))
      }
    }
  }

  /// Marks a dropped action.
  public func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {
    let name = "dropped: \(action.label)"
    writer.withLock { writer in
      writer.appendInstant("action", name, of: store) { if let cause { $0.add(cause) } }
    }
  }

  /// Marks the actions that an inbox dropped.
  public func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {
    writer.withLock { writer in
      writer.appendInstant("inbox", "inbox overflow", of: store) { $0.add("dropped", droppedCount) }
    }
  }

  /// Writes the interval from the end of the oldest saved turn until the release of its outputs.
  public func saved(_ save: SaveInfo) {
    writer.withLock { $0.appendSave(save) }
  }

  // MARK: Texts

  /// Returns a path's text, or nil for the root.
  private func scopeText(of path: ScopePath) -> String? { path.components.isEmpty ? nil : text(of: path) }

  private func text(of path: ScopePath) -> String { path.text(showsPayloads: showsPayloads) }

  /// Returns an effect's id, which consists of the store's run, written as in the ids of actions, and the
  /// effect's number.
  private static func id(of effect: EffectID, in store: StoreInfo) -> String {
    let run = String(store.run, radix: 16)
    return String(repeating: "0", count: 16 - run.utf8.count) + run + "\(effect)"
  }

  /// Returns a scope's id. The id must not reveal the ids of elements.
  private static func id(of scope: ScopePath, in store: StoreInfo) -> TraceID {
    .text("\(store.run)/\(scope.number)")
  }
}

extension TraceBuffer {
  fileprivate mutating func add(_ cause: Cause) {
    add("cause", cause.action)
    add("root", cause.root)
  }
}
