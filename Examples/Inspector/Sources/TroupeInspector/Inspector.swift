import Synchronization
import Troupe
import TroupeRecording

/// An instrument that lets a browser look into the stores of a running program.
///
/// ```swift
/// let inspector = Inspector()
/// configuration.instruments.append(inspector)
/// services.append(InspectorServer(inspector))
/// ```
///
/// As long as no page is open, it counts, and remembers the effects that run. A page has it collect events
/// into a buffer of a fixed size, and read the state of the store that the page shows: at most once for each
/// of the page's requests, in the turn.
///
/// It shows all stores that have it as an instrument. To read the state of a store that is at rest, to cancel
/// its effects, to dismiss its children or to send it actions, ``attach(_:key:allowing:)`` the store.
public final class Inspector: Instrument {
  /// What a page may do with a store.
  public struct Permissions: OptionSet, Sendable {
    /// The sum of the permissions' values.
    public let rawValue: Int

    /// Creates a set of permissions.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A page may cancel effects.
    public static let cancel = Permissions(rawValue: 1)
    /// A page may send actions.
    public static let send = Permissions(rawValue: 2)
    /// A page may dismiss children that have effects.
    public static let dismiss = Permissions(rawValue: 4)
  }

  let options: InspectorOptions
  let epoch = ContinuousClock.now
  let buffer: EventBuffer
  let stores: StoreTable
  let timeline: LiveTimeline

  /// Creates an inspector.
  ///
  /// - Parameter options: The options.
  public init(options: InspectorOptions = InspectorOptions()) {
    self.options = options
    buffer = EventBuffer(limit: options.eventLimit)
    stores = StoreTable(limit: options.storeLimit)
    timeline = LiveTimeline(limit: options.sliceLimit)
  }

  /// Has the page show a store that is at rest, too, and lets the page change it.
  ///
  /// The inspector doesn't keep the store alive.
  ///
  /// - Parameters:
  ///   - store: A store that has the inspector as an instrument.
  ///   - key: The name under which the store is found, such as its key in a directory; nil for the store's
  ///     own name.
  ///   - permissions: What a page may do with the store; nothing by default.
  public func attach<State, Action>(
    _ store: Store<State, Action>,
    key: String? = nil,
    allowing permissions: Permissions = []
  ) async {
    await attach(store, key, permissions.subtracting(.send), send: nil, samples: [])
  }

  /// Has the page show a store that is at rest, too, and lets the page send it actions.
  ///
  /// - Parameters:
  ///   - store: A store that has the inspector as an instrument.
  ///   - key: The name under which the store is found; nil for the store's own name.
  ///   - permissions: What a page may do with the store; nothing by default.
  ///   - samples: Actions from which a page's form begins.
  public func attach<State, Action: Codable>(
    _ store: Store<State, Action>,
    key: String? = nil,
    allowing permissions: Permissions = [],
    samples: [Action] = []
  ) async {
    let send: @Sendable (RecordedValue) async throws -> Void = { [weak store] value in
      guard let store else { throw InspectorProblem.gone }
      let action: Action
      do {
        action = try value.decode(as: Action.self)
      } catch {
        throw InspectorProblem.undecodable("\(error)")
      }
      _ = try await store.trySend(action)
    }
    let samples = samples.compactMap { try? RecordedValue(encoding: $0) }
    await attach(store, key, permissions, send: send, samples: samples)
  }

  private func attach<State, Action>(
    _ store: Store<State, Action>,
    _ key: String?,
    _ permissions: Permissions,
    send: (@Sendable (RecordedValue) async throws -> Void)?,
    samples: [RecordedValue]
  ) async {
    guard let info = await store.storeInfo else { return }
    let options = options
    let attached = AttachedStore(
      allowed: permissions,
      key: key,
      isAlive: { [weak store] in store != nil },
      state: { [weak store] in
        try await store?.withState { (try options.tree(of: $0), options.presented(in: $0)) }
      },
      statistics: { [weak store] in await store?.statistics },
      effects: { [weak store] in await store?.runningEffects },
      cancel: { [weak store] in await store?.cancelEffect($0) ?? false },
      dismissible: { [weak store] in await store?.dismissibleChildren ?? [] },
      dismiss: { [weak store] in await store?.dismissChild(at: $0) ?? false },
      send: permissions.contains(.send) ? send : nil,
      samples: samples
    )
    stores.record(of: info).content.withLock { $0.attached = attached }
  }

  /// The time since the inspector was made, in nanoseconds.
  func time(_ instant: ContinuousClock.Instant) -> Int64 { epoch.duration(to: instant).wholeNanoseconds }

  // MARK: Instrument

  /// Counts an action. If a page is open, it notes the action, and reads the state that the page shows.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let record = stores.record(of: action.store)
    guard record.wantsState.load(ordering: .relaxed) || buffer.isOpen else {
      body(&state)
      buffer.skip()
      return record.content.withLock { $0.figures.actions += 1 }
    }
    begin(record, state)
    let start = ContinuousClock.now
    body(&state)
    let end = ContinuousClock.now
    finish(record, state)
    record.content.withLock { $0.figures.actions += 1 }
    buffer.add(event(action, start, end))
  }

  private func event(
    _ action: ActionInfo,
    _ start: ContinuousClock.Instant,
    _ end: ContinuousClock.Instant
  ) -> InspectorEvent {
    var event = InspectorEvent(
      kind: .action,
      start: time(start),
      end: time(end),
      run: action.id.run,
      label: action.label,
      scope: action.scopePath.text(showsPayloads: options.showsPayloads),
      number: action.id.number,
      cause: action.cause
    )
    event.details = InspectorEvent.details(action.origin)
    if case .effect(let id) = action.origin { event.effect = "\(id)" }
    if let payload = options.payload(of: action.action) { event.details["action"] = payload }
    return event
  }

  /// Counts a dismissal. If a page is open, it notes the dismissal, and reads the state that the page shows.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    let record = stores.record(of: dismissal.store)
    begin(record, state)
    let start = ContinuousClock.now
    body(&state)
    let end = ContinuousClock.now
    finish(record, state)
    record.content.withLock { $0.figures.dismissals += 1 }
    let (id, cause) = (dismissal.id, dismissal.cause)
    let scope = dismissal.scopePath.text(showsPayloads: options.showsPayloads)
    buffer.add(
      InspectorEvent(
        kind: .dismissal,
        start: time(start),
        end: time(end),
        run: id.run,
        label: "dismissal of \(scope)",
        scope: scope,
        number: id.number,
        cause: cause
      )
    )
  }

  /// Notes an effect's work while it runs.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    let record = stores.record(of: effect.store)
    let start = ContinuousClock.now
    record.content.withLock {
      $0.figures.effectsStarted += 1
      $0.effects[effect.id] = StoreRecord.RunningEffect(info: effect, start: start)
    }
    buffer.add(event(effect, .begin, start))
    do {
      try await operation()
    } catch {
      end(effect, record, error)
      throw error
    }
    end(effect, record, nil)
  }

  private func end(_ effect: EffectInfo, _ record: StoreRecord, _ error: (any Error)?) {
    let isFailure = error.map { !($0 is CancellationError) } ?? false
    record.content.withLock {
      $0.effects[effect.id] = nil
      if isFailure { $0.figures.effectsFailed += 1 }
    }
    guard buffer.isOpen else { return buffer.skip() }
    var event = event(effect, .end, .now)
    event.details["ended"] = .string(error == nil ? "finished" : isFailure ? "failed" : "cancelled")
    if let error, isFailure {
      event.details["error"] = .string(EffectInfo.text(of: error, showsPayloads: options.showsPayloads))
    }
    buffer.add(event)
  }

  private func event(
    _ effect: EffectInfo,
    _ phase: InspectorEvent.Phase,
    _ instant: ContinuousClock.Instant
  ) -> InspectorEvent {
    InspectorEvent(
      kind: .effect,
      phase: phase,
      start: time(instant),
      end: time(instant),
      run: effect.store.run,
      label: effect.label,
      scope: effect.snapshot.scopePath.text(showsPayloads: options.showsPayloads),
      cause: effect.cause,
      effect: "\(effect.id)",
      details: ["location": .string("\(effect.snapshot.location)")]
    )
  }

  /// Counts a turn, and its duration.
  public func turnEnded(_ turn: TurnInfo) {
    let record = stores.record(of: turn.store)
    let duration = turn.start.duration(to: turn.end)
    record.content.withLock { content in
      content.figures.turns = turn.number
      content.figures.add(turn: duration)
      content.lastTurn = turn.end
      guard let after = content.after else { return }
      let changes = content.before?.changes(to: after) ?? []
      content.tree = StoreRecord.StateTree(
        state: after,
        changes: changes,
        turn: turn.number,
        presented: content.presented
      )
      (content.before, content.after, content.presented) = (nil, nil, [])
      record.wantsState.store(false, ordering: .relaxed)
    }
    buffer.add(
      InspectorEvent(
        kind: .turn,
        start: time(turn.start),
        end: time(turn.end),
        run: turn.store.run,
        label: "turn",
        turn: turn.number,
        details: InspectorEvent.details(actionCount: turn.actionCount)
      )
    )
  }

  /// Notes a child.
  public func scopeBegan(_ scope: ScopePath, in store: StoreInfo) {
    stores.record(of: store).content.withLock { $0.begin(scope) }
  }

  /// Forgets a child.
  public func scopeEnded(_ scope: ScopePath, in store: StoreInfo) {
    _ = stores.record(of: store).content.withLock { $0.scopes.removeValue(forKey: scope) }
  }

  /// Counts a cancelled effect.
  public func effectCancelled(_ effect: EffectInfo) {
    stores.record(of: effect.store).content.withLock { $0.figures.effectsCancelled += 1 }
    guard buffer.isOpen else { return buffer.skip() }
    var event = event(effect, .whole, .now)
    event.kind = .cancelled
    event.label = "cancelled: \(effect.label)"
    buffer.add(event)
  }

  /// Counts a dropped action.
  public func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {
    stores.record(of: store).content.withLock { $0.figures.dropped += 1 }
    mark(.dropped, "dropped: \(action.label)", cause, store)
  }

  /// Counts the actions that an inbox dropped.
  public func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {
    stores.record(of: store).content.withLock { $0.figures.overflows += droppedCount }
    mark(.overflow, "inbox overflow: \(droppedCount) dropped", nil, store)
  }

  private func mark(
    _ kind: InspectorEvent.Kind,
    _ label: @autoclosure () -> String,
    _ cause: Cause?,
    _ store: StoreInfo
  ) {
    guard buffer.isOpen else { return buffer.skip() }
    let now = time(.now)
    buffer.add(
      InspectorEvent(kind: kind, start: now, end: now, run: store.run, label: label(), cause: cause)
    )
  }

  /// Counts a save, and the waiting time of its outputs.
  public func saved(_ save: SaveInfo) {
    stores.record(of: save.store).content.withLock {
      $0.figures.saves += 1
      $0.figures.unsavedTurnCount = save.unsavedTurnCount
      $0.figures.lastSaveWait = save.wait
      $0.figures.longestSaveWait = max($0.figures.longestSaveWait, save.wait)
    }
    let now = time(.now)
    buffer.add(
      InspectorEvent(
        kind: .save,
        start: now - max(0, save.wait.wholeNanoseconds),
        end: now,
        run: save.store.run,
        label: "save of \(save.turnCount) \(save.turnCount == 1 ? "turn" : "turns")"
      )
    )
  }

  // MARK: The state

  private func begin<State>(_ record: StoreRecord, _ state: State) {
    guard record.wantsState.load(ordering: .relaxed) else { return }
    if record.content.withLock({ $0.before != nil }) { return }
    let tree = try? options.tree(of: state)
    record.content.withLock { $0.before = tree }
  }

  private func finish<State>(_ record: StoreRecord, _ state: State) {
    guard record.wantsState.load(ordering: .relaxed) else { return }
    do {
      let (tree, presented) = (try options.tree(of: state), options.presented(in: state))
      record.content.withLock { ($0.after, $0.presented) = (tree, presented) }
    } catch {
      record.content.withLock {
        $0.tree = StoreRecord.StateTree(state: .null, changes: [], problem: "\(error)")
      }
      record.wantsState.store(false, ordering: .relaxed)
    }
  }
}

extension InspectorOptions {
  /// Returns a state for the page.
  func tree<State>(of state: borrowing State) throws -> RecordedValue {
    try tree(ofCopy: copy state)
  }

  private func tree<State>(ofCopy state: State) throws -> RecordedValue {
    guard showsPayloads else { return ReflectedValue.tree(of: state, showsPayloads: false) }
    guard let state = state as? any Encodable else {
      return ReflectedValue.tree(of: state, showsPayloads: redaction == nil)
    }
    let value = try RecordedValue(encoding: state)
    return redaction?.redacted(value, as: .state) ?? value
  }

  /// Returns the paths of the children that a state presents.
  func presented<State>(in state: borrowing State) -> [String] { presented(inCopy: copy state) }

  private func presented<State>(inCopy state: State) -> [String] {
    PresentedChildren.paths(in: state, showsPayloads: showsPayloads)
  }

  /// Returns an action for the page; nil if payloads aren't shown.
  func payload(of action: ActionValue) -> RecordedValue? {
    guard showsPayloads else { return nil }
    if let base = action.base as? any Encodable, let value = try? RecordedValue(encoding: base) {
      return redaction?.redacted(value, as: .action) ?? value
    }
    return redaction == nil ? .string(action.text(showsPayloads: true)) : nil
  }
}

/// A reason why a page's request isn't done.
enum InspectorProblem: Error, CustomStringConvertible {
  case gone
  case undecodable(String)
  case notAllowed(String)

  var description: String {
    switch self {
    case .gone: "The store doesn't exist any more."
    case .undecodable(let reason): "It isn't an action of the store: \(reason)"
    case .notAllowed(let what): what
    }
  }
}
