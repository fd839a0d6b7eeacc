import Troupe
import TroupeDiagnostics

extension CommitError {
  /// A description of the error and its remedy.
  public var description: String {
    let cause = underlying.map { " \(IssueText.failure($0))" } ?? ""
    if let sharedValue {
      return """
        \(sentence(storeAndKey)) was closed, because the version of the shared value \(sharedValue) that its unsaved turns have used is \
        lost. \(outcomeText)\(cause) To continue, open a new store.
        """
    }
    switch code {
    case .superseded:
      return """
        Another store has saved the same key, so \(storeAndKey) was closed. \(outcomeText) To continue from the saved state, open \
        a new store of the key, and have one owner for each key. To read a state without owning its key, use `Storage.read`.
        """
    case .cancelled:
      return """
        The task was cancelled before \(storeAndKey) had saved the action. The store will save the action with its other turns.
        """
    case .closed where wasReduced:
      return """
        A shutdown ended \(storeAndKey) before the storage had acknowledged the save of the action. Whether the action is \
        saved is unknown: the storage may still save it. Give the shutdown more time, or read the key's state.
        """
    case .closed:
      return "\(sentence(storeAndKey)) accepts no more actions. \(outcomeText)\(cause)"
    case .tooManyWaiting:
      return "Too many tasks are waiting for \(storeAndKey). \(outcomeText) Retry later."
    case .notDurable:
      return """
        \(sentence(storeAndKey)) can't commit, because the store has no storage. \(outcomeText) Create the store with `storage:` and `key:`, or \
        use `send`.
        """
    case .unencodable:
      return """
        \(outcomeText) \(sentence(storeAndKey)) was closed: its state couldn't be encoded.\(cause) To continue \
        from the saved state, open a new store of the key.
        """
    default:
      return """
        \(outcomeText) \(sentence(storeAndKey)) was closed: its state couldn't be saved.\(cause) To continue \
        from the saved state, open a new store of the key.
        """
    }
  }

  private var outcomeText: String {
    switch outcome {
    case .notReduced: "The action wasn't reduced."
    case .notSaved: "The action was reduced, but isn't saved."
    case .saved: "The action is saved. A later turn that the caller also waited for isn't saved."
    default: "Whether the action is saved is unknown."
    }
  }

  /// The store's name and location, with its key if it has one.
  var storeAndKey: String { key.map { "\(store), with the key \"\(IssueText.id($0.text))\"," } ?? store }

  private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Returns the message of the issue that reports the closed store.
  func message(_ store: String, _ key: StorageKey, _ lostTurns: UInt64) -> String {
    let reason =
      code == .superseded
      ? "another store, in this or another process, has saved the same key"
      : "its state couldn't be \(code == .unencodable ? "encoded" : "saved")"
    // The cause is last, because an error's text may or may not be a sentence.
    let cause = code == .superseded ? "" : underlying.map { " The error: \(IssueText.failure($0))" } ?? ""
    let (isOne, isKnown) = (lostTurns == 1, outcome == .notSaved)
    let turns = isOne ? "The store's last turn" : "The store's last \(lostTurns) turns"
    let loss = "\(isOne ? "isn't" : "aren't") \(isKnown ? "saved" : "known to be saved")"
    return """
      \(store) was closed: \(reason). The key is "\(IssueText.id(key.text))".\(cause)

      \(turns) \(loss). No result of \(isOne ? "this turn" : "these turns") became visible: no `commit` returned, no effect \
      started, and no state was published. The store's effects were cancelled. To continue from the saved state, open a new store.
      """
  }
}
