/// What is known of a piece of work that a store runs.
public struct EffectSnapshot: Sendable, Identifiable, CustomStringConvertible {
  /// The number of the work in its store.
  public let id: EffectID
  /// The name that it was given.
  public let name: String?
  /// Where the effect was made.
  public let location: SourceLocation
  /// The scope that it belongs to.
  public let scopePath: ScopePath
  /// The ids under which it can be cancelled.
  public let ids: [CancelID]
  /// The action whose turn started it.
  public let cause: ActionValue
  /// Whether it has been cancelled and has not ended yet.
  public let isCancelled: Bool
  let cascade: CascadeID
  /// ``since``, as an instant of a known size.
  package let moment: Moment

  /// When its cause was reduced, which registered it.
  public var since: ContinuousClock.Instant { moment.instant }

  /// Whether it is due to an action that was sent from outside.
  package func isCaused(by task: StoreTask) -> Bool { task.cascade?.id == cascade }

  /// The name, the place, the cause and what else is known, on one line.
  ///
  /// Where ``StoreConfiguration/showsPayloads`` is false, ids and the cause are named by their types and cases.
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
