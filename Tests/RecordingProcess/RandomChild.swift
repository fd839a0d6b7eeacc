import Foundation
import Troupe
import TroupeFoundation

/// A feature in the rows, in the stack and in the sheet of a ``RandomFeature``.
struct RandomChild: Reducer {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var count = 0
    var seen: [UUID?] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case bumped(Int)
    case drawn
    case answered(Int)
    case closed
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bumped(let number):
        state.count &+= number
        return number.isMultiple(of: 5) ? .send(.drawn) : .none
      case .drawn:
        state.seen = state.seen.suffix(2) + [state.count.isMultiple(of: 3) ? nil : uuid()]
        return .run { [withRandomNumberGenerator, uuid] send in
          _ = uuid()
          await send(.answered(withRandomNumberGenerator { Int.random(in: 0..<9, using: &$0) }))
        }
      case .answered(let number):
        state.count &-= number
        return .none
      case .closed: return .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}
