import Troupe
import TroupeDiagnostics

extension CommitError {
  /// What happened and what to do.
  public var description: String {
    let cause = underlying.map { " \(IssueText.failure($0))" } ?? ""
    switch code {
    case .superseded:
      return """
        Another store has saved the same key, so \(storeAndKey) was closed. \(outcomeText) Open a new store of the key to \
        continue from what is saved, and have one owner for each key. To look at a state without owning it, use `Storage.read`.
        """
    case .cancelled:
      return """
        The task was cancelled before \(storeAndKey) had saved the action. The store saves it with its other turns.
        """
    case .closed where wasReduced:
      return """
        A shutdown ended \(storeAndKey) before the storage had acknowledged the save of the action. Whether it is saved isn't \
        known: the storage may still do it. Give the shutdown more time, or look at the key's state.
        """
    case .closed:
      return "\(sentence(storeAndKey)) takes no more actions. \(outcomeText)\(cause)"
    case .tooManyWaiting:
      return "Too many tasks wait for \(storeAndKey). \(outcomeText) Try again later."
    case .notDurable:
      return """
        A store without storage can't commit: \(storeAndKey). \(outcomeText) Make the store with `storage:` and `key:`, or \
        use `send`.
        """
    case .unencodable:
      return """
        \(outcomeText) \(sentence(storeAndKey)) was closed, as its state couldn't be encoded.\(cause) Open a new store of the \
        key to continue from what is saved.
        """
    default:
      return """
        \(outcomeText) \(sentence(storeAndKey)) was closed, as its state couldn't be saved.\(cause) Open a new store of the key \
        to continue from what is saved.
        """
    }
  }

  private var outcomeText: String {
    switch outcome {
    case .notReduced: "The action wasn't reduced."
    case .notSaved: "The action was reduced, but isn't saved."
    case .saved: "The action is saved. A later turn isn't, for which its caller has waited as well."
    default: "Whether the action is saved isn't known."
    }
  }

  /// The store with its key.
  var storeAndKey: String { key.map { "\(store), with the key \"\(IssueText.id($0.text))\"," } ?? store }

  private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Returns the text of the issue about a store that was closed.
  func message(_ store: String, _ key: StorageKey, _ lostTurns: UInt64) -> String {
    let reason =
      code == .superseded
      ? "another store, here or in another process, has saved the same key"
      : "its state couldn't be \(code == .unencodable ? "encoded" : "saved")"
    // Last, as the text of an error may be a sentence or not.
    let cause = code == .superseded ? "" : underlying.map { " The error: \(IssueText.failure($0))" } ?? ""
    let (isOne, isKnown) = (lostTurns == 1, outcome == .notSaved)
    let turns = isOne ? "Its last turn" : "Its last \(lostTurns) turns"
    let loss = "\(isOne ? "isn't" : "aren't") \(isKnown ? "saved" : "known to be saved")"
    return """
      \(store) was closed: \(reason). The key is "\(IssueText.id(key.text))".\(cause)

      \(turns) \(loss). Nothing of \(isOne ? "it" : "them") has left the store: no `commit` has returned, no effect has \
      started, and no state was published. Its effects were cancelled. Make a new store to go on from what is saved.
      """
  }
}
