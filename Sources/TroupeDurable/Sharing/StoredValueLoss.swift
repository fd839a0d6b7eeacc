import Troupe
import TroupeDiagnostics
import TroupeSharing

/// The reason for the loss of versions of a stored value.
struct StoredValueLoss: StoredVersionLoss {
  /// The text of the value's key.
  let name: String
  let error: any Error
  /// Whether an attempt has an unknown outcome, so that the attempt may have saved one of the versions.
  let mayBeSaved: Bool

  private var code: CommitError.Code { CommitError.Code(failedToSave: error) }

  var isSuperseded: Bool { code == .superseded }

  func error(closing store: String, key: String?) -> any Error {
    CommitError(
      code,
      mayBeSaved ? .unknown : .notSaved,
      of: store,
      key.map { StorageKey($0) },
      because: error,
      lost: name
    )
  }

  func message(closing store: String, lostTurns: UInt64) -> String {
    let reason =
      isSuperseded
      ? "another owner, in this or another process, has saved it, or it was used before it was loaded"
      : "it couldn't be \(code == .unencodable ? "encoded" : "loaded or saved")"
    let cause = isSuperseded ? "" : " The error: \(IssueText.failure(error))"
    let turns =
      lostTurns == 1 ? "The store's last turn depends" : "The store's last \(lostTurns) turns depend"
    return """
      \(store) was closed, because the version of the shared value \(name) that it has used is lost: \(reason).\(cause)

      \(turns) on that version. No result of \(lostTurns == 1 ? "this turn" : "these turns") became visible: no effect started, \
      and no state was published. The store's effects were cancelled. Await `load()` of the shared value before you create stores that \
      use it, have one owner for each key, and open a new store to continue.
      """
  }
}
