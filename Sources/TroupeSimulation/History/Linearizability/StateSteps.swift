/// The steps between numbered states, each computed once.
final class StateSteps {
  /// The states in which an operation can leave a state. The value is a state if there is one such state, and
  /// otherwise refers to a list.
  struct Result {
    fileprivate let code: Int

    static let none = Result(code: -1)
    static func one(_ state: Int) -> Result { Result(code: state) }
    fileprivate static func list(_ index: Int) -> Result { Result(code: -2 - index) }
    fileprivate var list: Int { -2 - code }
  }

  private struct Step: Hashable {
    let state: Int
    let index: Int
    let isPending: Bool
  }

  private let compute: (Int, Operation) -> [Int]
  private var results: [Step: Int] = [:]
  private var lists: [[Int]] = []

  init(compute: @escaping (_ state: Int, Operation) -> [Int]) {
    self.compute = compute
  }

  /// Returns the states in which an operation can leave a state.
  func result(_ state: Int, _ operation: Operation) -> Result {
    let step = Step(state: state, index: operation.index, isPending: operation.isPending)
    if let code = results[step] { return Result(code: code) }
    let states = compute(state, operation)
    let result: Result
    switch states.count {
    case 0: result = .none
    case 1: result = .one(states[0])
    default:
      result = .list(lists.count)
      lists.append(states)
    }
    results[step] = result.code
    return result
  }

  func count(_ result: Result) -> Int {
    result.code >= 0 ? 1 : result.code == Result.none.code ? 0 : lists[result.list].count
  }

  func state(_ result: Result, _ index: Int) -> Int {
    result.code >= 0 ? result.code : lists[result.list][index]
  }

  /// Returns the states in which an operation can leave a state.
  func states(_ state: Int, _ operation: Operation) -> [Int] {
    let result = result(state, operation)
    return (0..<count(result)).map { self.state(result, $0) }
  }
}
