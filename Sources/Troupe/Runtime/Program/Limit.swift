/// The arguments of ``Effect/limited(id:to:in:overflow:)``.
final class Limit: Sendable {
  let id: CancelID
  let count: Int
  let scope: LimitScope
  let overflow: LimitOverflow

  init(id: CancelID, count: Int, scope: LimitScope, overflow: LimitOverflow) {
    self.id = id
    self.count = count
    self.scope = scope
    self.overflow = overflow
  }
}
