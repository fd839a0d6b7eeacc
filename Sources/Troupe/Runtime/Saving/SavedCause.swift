/// What an effect that the state declares follows from, as it is saved beside the state.
///
/// After a restart, the effect starts again, and no action has caused that. Its saved ids are all that is
/// left of the chain.
package struct SavedCause: Hashable, Sendable {
  /// The scope of the effect, and the location where it was made.
  package let site: String
  package let cause: Cause

  package init(site: String, cause: Cause) {
    self.site = site
    self.cause = cause
  }
}

/// The causes of the effects that the state declares, in a store that is traced and saved.
final class DeclaredCauses {
  private var standing: [EffectID: SavedCause] = [:]
  /// What another run of the store has left, by site, in the order in which the effects began.
  private var restored: [String: [Cause]] = [:]

  /// Takes what another run of the store has left.
  init(restoring causes: [SavedCause] = []) {
    for saved in causes { restored[saved.site, default: []].append(saved.cause) }
  }

  /// The causes to save, in the order in which the effects began.
  var all: [SavedCause] { standing.sorted { $0.key < $1.key }.map(\.value) }

  /// Returns the cause that another run has left for an effect that begins; nil for none.
  func restore(_ site: String) -> Cause? {
    guard restored[site]?.isEmpty == false else { return nil }
    return restored[site]?.removeFirst()
  }

  /// Forgets what other effects of another run have left.
  func endRestoring() { restored = [:] }

  func record(_ effect: EffectID, _ site: String, _ cause: Cause) {
    standing[effect] = SavedCause(site: site, cause: cause)
  }

  func forget(_ effect: EffectID) { standing[effect] = nil }
}
