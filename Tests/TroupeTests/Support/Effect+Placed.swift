@testable import Troupe

extension Effect where Action == Int {
  /// What the engine begins: there are no children for which its parts would have to be placed.
  var placed: ResolvedEffect? {
    guard let program else { return nil }
    guard case .own(let placed) = program else { preconditionFailure("The effect has parts of children.") }
    return placed
  }
}
