/// The arguments of ``Effect/limited(id:to:in:whenFull:)``.
final class Limit: Sendable {
  let id: CancelID
  let count: Int
  let scope: LimitScope
  let whenFull: WhenFull

  init(id: CancelID, count: Int, scope: LimitScope, whenFull: WhenFull) {
    self.id = id
    self.count = count
    self.scope = scope
    self.whenFull = whenFull
  }
}
