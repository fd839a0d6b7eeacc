extension Engine {
  /// A part of a program that is still to be done or being done.
  struct Node: Vacatable {
    enum Kind {
      /// A task.
      case job(any WorkLeaf)
      /// Work inside an effect's task that has ids of its own; a child of the effect's node.
      case piece(any WorkLeaf)
      /// An action that waits for its place in the turn.
      case delivery(any DeliveryLeaf)
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
    /// The ids in what the node holds to begin later.
    var queuedIDs: [CancelID] = []
    /// The scopes that what the node holds to begin later has parts in.
    var heldScopes: [ScopeID] = []
    /// Whether the node is in its scope's list: its parent, if any, is of another scope.
    var isMember = false

    static let vacant = Node(
      id: EffectID(number: 0, slot: -1),
      parent: nil,
      origin: Origin(
        scope: .root,
        cascade: CascadeID(number: 0, slot: -1),
        cause: ActionValue(()),
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

  /// A scope: a place in the feature tree with a life of its own.
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
    /// The nodes of this scope whose parents aren't of it.
    var members = Links.Chain()
    /// The nodes of this scope by id; empty in the root scope, which has ``Engine/index``.
    var index: [CancelID: EffectSet] = [:]
    var lanes: [CancelID: Lane] = [:]
    var windows: [CancelID: Window] = [:]
    /// How many windows there may be before those that are over are cleared out.
    var windowsToKeep = 16
    /// How many times nodes elsewhere hold something to begin in it later.
    var holders = 0
  }

  /// Everything that an action from outside caused.
  struct CascadeRecord: Vacatable {
    static var vacant: CascadeRecord { CascadeRecord(id: CascadeID(number: 0, slot: -1)) }
    var isVacant: Bool { id.slot < 0 }

    let id: CascadeID
    /// The nodes without a parent.
    var roots = Links.Chain()
    /// Whether the action is still being taken up, so that having no nodes doesn't end the cascade yet.
    var isOpening = true
  }

  /// The time in which a throttle lets no other effect through.
  struct Window {
    var end: ErasedInstant
    var pending: EffectID?
  }
}
