/// The work that begins later, in order: at the end of the turn, or when a turn is saved.
///
/// It is in the other tables like all work that has begun, so that cancelling it means that it never starts.
struct StartQueue {
  private var pending = Queue<EffectID>()
  private var held = Queue<(turn: UInt64, id: EffectID)>()

  /// Whether there is work for the end of the turn.
  var isPending: Bool { !pending.isEmpty }

  mutating func append(_ id: EffectID) { pending.append(id) }

  /// Removes and returns the next work for the end of the turn.
  mutating func popPending() -> EffectID? { pending.popFirst() }

  /// Has work wait until a turn is saved.
  mutating func hold(_ id: EffectID, until turn: UInt64) { held.append((turn, id)) }

  /// Has the work that waits for the turns up to one begin at the end of the turn.
  mutating func release(upTo turn: UInt64) {
    while let next = held.first, next.turn <= turn {
      pending.append(next.id)
      _ = held.popFirst()
    }
  }
}
