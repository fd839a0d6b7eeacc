extension EngineRules {
  /// A scope: a part of the feature tree with a life of its own.
  struct ScopeRecord: Vacatable {
    static var vacant: ScopeRecord {
      ScopeRecord(id: ScopeID(number: 0, slot: -1), parent: nil, component: nil)
    }
    var isVacant: Bool { id.slot < 0 }

    let id: ScopeID
    let parent: ScopeID?
    let component: ScopePath.Component?
    /// Whether the scope has ended. Its record stays until its work has ended, too.
    var isEnded = false
    var children = Links.Chain()
    /// The nodes of this scope whose parents belong to other scopes.
    var members = Links.Chain()
    /// The nodes of this scope by id; empty in the root scope, which has ``EngineRules/index``.
    var index: [CancelID: EffectSet] = [:]
    var lanes: [CancelID: Lane] = [:]
    var windows: [CancelID: Window] = [:]
    /// The number of windows at which those that are over are removed.
    var windowsToKeep = 16
    /// The nodes elsewhere that hold programs to begin in this scope later.
    var holders = EffectSet()
  }

  /// The time during which a throttle lets no other effect through.
  struct Window {
    var end: ErasedInstant
    var pending: EffectID?
  }
}
