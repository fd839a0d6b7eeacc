/// The ids that cancel a node, outermost first. None and one, the most frequent cases, allocate no memory.
struct CancelIDs: RandomAccessCollection {
  private enum Contents {
    case none
    case one(CancelID)
    case several([CancelID])
  }

  private let contents: Contents

  private init(_ contents: Contents) { self.contents = contents }

  init(_ id: CancelID) { self.init(.one(id)) }

  static var none: CancelIDs { CancelIDs(.none) }

  /// Returns these ids with one more id, which an inner operator sets.
  func adding(_ id: CancelID) -> CancelIDs {
    switch contents {
    case .none: CancelIDs(id)
    case .one(let outer): CancelIDs(.several([outer, id]))
    case .several(let outer): CancelIDs(.several(outer + [id]))
    }
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch contents {
    case .none: 0
    case .one: 1
    case .several(let ids): ids.count
    }
  }

  subscript(position: Int) -> CancelID {
    switch contents {
    case .one(let id) where position == 0: id
    case .several(let ids): ids[position]
    case .none, .one: preconditionFailure("No id has the position \(position).")
    }
  }
}
