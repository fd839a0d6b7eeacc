/// Work that starts later, in order: at the end of the turn, or when a turn is saved.
///
/// The other tables contain this work like all work that has begun, so cancelled work never starts.
struct StartQueue {
  private var pending = Queue<EffectID>()
  private var held = Queue<(turn: UInt64, id: EffectID)>()

  /// Whether there is work that starts at the end of the turn.
  var isPending: Bool { !pending.isEmpty }

  mutating func append(_ id: EffectID) { pending.append(id) }

  /// Removes and returns the next work that starts at the end of the turn.
  mutating func popPending() -> EffectID? { pending.popFirst() }

  /// Defers work until a turn is saved.
  mutating func hold(_ id: EffectID, until turn: UInt64) { held.append((turn, id)) }

  /// Moves the work that is waiting for the given turn, or for an earlier turn, to the work that starts at
  /// the end of the current turn.
  mutating func release(upTo turn: UInt64) {
    while let next = held.first, next.turn <= turn {
      pending.append(next.id)
      _ = held.popFirst()
    }
  }
}
