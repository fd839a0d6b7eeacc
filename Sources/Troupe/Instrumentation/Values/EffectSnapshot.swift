/// A description of a piece of work that a store runs.
public struct EffectSnapshot: Sendable, Identifiable, CustomStringConvertible {
  /// The number of the work in its store.
  public let id: EffectID
  /// The name of the effect, if it has one.
  public let name: String?
  /// The location where the effect was created.
  public let location: SourceLocation
  /// The scope that the effect belongs to.
  public let scopePath: ScopePath
  /// The ids under which it can be cancelled.
  public let ids: [CancelID]
  /// The action whose turn started it. For an effect that follows from the state, its text names the operator
  /// and the value: `task(id: 42)`.
  public let cause: ActionValue
  /// Whether the work was cancelled and hasn't ended yet.
  public let isCancelled: Bool
  /// What happens to the work when its store is shut down; see ``Effect/onShutdown(_:)``.
  public let onShutdown: OnShutdown
  /// What an effect follows from in a store that is traced.
  let traced: TracedCause?
  let cascade: CascadeID
  /// The time ``since`` as a value of a fixed size.
  package let moment: Moment

  /// The action that started it, and the first action of the chain. It is nil if the store wasn't traced
  /// then: if it had no instruments, and nobody took its events. It is also nil for an effect that follows
  /// from the initial state.
  public var causeIDs: Cause? { traced?.cause }

  /// The name of the effect, or the location where it was made. It has no payloads.
  public var label: String { name.map { IssueText.name($0) } ?? "\(location)" }

  /// Whether it runs as long as a value of the state is there; see `task(id:_:)` of ``Reducer``.
  public var isDeclared: Bool { (cause.base as? DeclarationCause)?.stands == true }

  /// The value of the state that it follows from; nil for an effect of an action, and for one of `onStart`.
  public var declaredValue: (any Sendable)? {
    switch cause.base as? DeclarationCause {
    case .value(let value), .end(let value): value
    case .start, nil: nil
    }
  }

  /// The time when the action that caused the work was reduced.
  public var since: ContinuousClock.Instant { moment.instant }

  /// The name, the location, the cause and further details, on one line.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, ids and the cause are shown by their types and cases.
  public var description: String {
    let showsPayloads = cause.showsPayloads
    var text = "\(id) \(name.map { "\"\(IssueText.name($0))\" " } ?? "")at \(location)"
    if !scopePath.components.isEmpty { text += " in \(scopePath.text(showsPayloads: showsPayloads))" }
    if !ids.isEmpty {
      text +=
        ", id \(ids.map { IssueText.id($0.base, showsPayloads: showsPayloads) }.joined(separator: ", "))"
    }
    text += ", started by \(cause)"
    if isCancelled { text += ", cancelled" }
    return text
  }
}
