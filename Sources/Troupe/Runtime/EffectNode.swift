extension EngineRules {
  /// A part of a program that hasn't ended.
  struct EffectNode: Vacatable {
    enum Kind {
      /// A task.
      case job(any ErasedWork)
      /// Work inside an effect's task that has ids of its own; a child of the effect's node.
      case piece(any ErasedWork)
      /// An action that waits to be reduced in the turn.
      case delivery(any ErasedDelivery)
      /// An action that is being reduced.
      case reducing
      /// Members that run at the same time, or one after another.
      case group
      /// A program under a limit. The node holds the program until it has a permit.
      case limited(Limit)
      /// A program that passes a throttle. The node holds the program while it waits for the window to end.
      case throttled(Throttle)
      /// A body and the timer that cancels it.
      indirect case timed(body: EffectID?, timer: EffectID?, then: (any ErasedDelivery)?)
      /// The slot is free.
      case vacant
    }

    let id: EffectID
    let parent: EffectID?
    let origin: Origin
    let ids: [CancelID]
    var kind: Kind
    /// The programs that the node begins later: the next members of a sequence, or a program that waits for a
    /// permit or for a window.
    var held = HeldPrograms.none
    var children = Links.Chain()
    /// Whether its task has been made.
    var isStarted = false
    var isCancelled = false
    /// Whether members are still being added. While they are, a lack of children doesn't end the node.
    var isFilling = false
    /// Whether a cancellation that is being carried out is part of the node.
    var isAroundCanceller = false
    /// The ids in the held programs, with the positions of the programs that they occur in.
    var heldIDs: [CancelID: [Int]] = [:]
    /// The scopes that the held programs have parts in.
    var heldScopes: [ScopeID] = []
    /// Whether the node is in its scope's list of members: it has no parent, or its parent is in another
    /// scope.
    var isMember = false

    static let vacant = EffectNode(
      id: EffectID(number: 0, slot: -1),
      parent: nil,
      origin: Origin(
        scope: .root,
        cascade: CascadeID(number: 0, slot: -1),
        cause: (),
        since: .now
      ),
      ids: [],
      kind: .vacant
    )

    var isVacant: Bool { id.slot < 0 }

    /// The origin of the node's work; nil for a node that isn't work.
    var workOrigin: WorkOrigin? {
      switch kind {
      case .job(let leaf), .piece(let leaf): leaf.origin
      case .delivery, .reducing, .group, .limited, .throttled, .timed, .vacant: nil
      }
    }
  }
}
