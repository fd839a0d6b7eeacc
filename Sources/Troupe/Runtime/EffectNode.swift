extension EngineRules {
  /// A part of a program that is still to be done or being done.
  struct EffectNode: Vacatable {
    enum Kind {
      /// A task.
      case job(any ErasedWork)
      /// Work inside an effect's task that has ids of its own; a child of the effect's node.
      case piece(any ErasedWork)
      /// An action that waits for its place in the turn.
      case delivery(any ErasedDelivery)
      /// An action that is being reduced.
      case reducing
      /// Members that run at the same time.
      case group
      /// Members that run one after another; `next` is the index of the one after that which runs.
      case sequence([Program], next: Int)
      /// A place under a limit; the program is there until it has got the place.
      case limited(Program?, Limit)
      /// A passage through a throttle; the program is there while it waits for the window to end.
      case throttled(Program?, Throttle)
      /// A body and the timer that cancels it.
      indirect case timed(body: EffectID?, timer: EffectID?, then: Program?)
      /// The place is free.
      case vacant
    }

    let id: EffectID
    let parent: EffectID?
    let origin: Origin
    let ids: [CancelID]
    var kind: Kind
    var children = Links.Chain()
    /// Whether its task has been made.
    var isStarted = false
    var isCancelled = false
    /// Whether members are still being added, so that running out of children doesn't end the node yet.
    var isFilling = false
    /// Whether a cancellation that acts just now is part of what the node stands for.
    var isAroundCanceller = false
    /// The ids in what the node holds to begin later, with the members of a sequence that they occur in.
    var queuedIDs: [CancelID: [Int]] = [:]
    /// The scopes that what the node holds to begin later has parts in.
    var heldScopes: [ScopeID] = []
    /// Whether the node is in its scope's list: its parent, if any, is of another scope.
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

    /// Where the work of the node comes from; nil for a node that is no work itself.
    var workOrigin: WorkOrigin? {
      switch kind {
      case .job(let leaf), .piece(let leaf): leaf.origin
      default: nil
      }
    }
  }
}
