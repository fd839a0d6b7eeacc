/// The cause of an effect that the state declares, as it is saved with the state.
///
/// After a restart of the process, the effect starts again without an action that causes this start. Only the
/// saved ids remain of the causal chain.
package struct SavedCause: Hashable, Sendable {
  /// The scope of the effect, and the location at which the effect was created.
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
  /// The causes that another run of the store has saved, by site, in the order in which the effects began.
  private var restored: [String: [Cause]] = [:]

  /// Creates the causes from the causes that another run of the store has saved.
  init(restoring causes: [SavedCause] = []) {
    for saved in causes { restored[saved.site, default: []].append(saved.cause) }
  }

  /// The causes to save, in the order in which the effects began.
  var all: [SavedCause] { standing.sorted { $0.key < $1.key }.map(\.value) }

  /// Returns the cause that another run has saved for an effect that begins; nil for none.
  func restore(_ site: String) -> Cause? {
    guard restored[site]?.isEmpty == false else { return nil }
    return restored[site]?.removeFirst()
  }

  /// Discards the remaining causes of another run.
  func endRestoring() { restored = [:] }

  func record(_ effect: EffectID, _ site: String, _ cause: Cause) {
    standing[effect] = SavedCause(site: site, cause: cause)
  }

  func forget(_ effect: EffectID) { standing[effect] = nil }
}
