import Foundation
import Troupe
import TroupeFoundation

/// A feature that reads from all recorded dependencies.
struct Journal: Reducer {
  struct Entry: Codable, Equatable, Identifiable, Sendable {
    var id: UUID
    var text: String
    var date: Date
    var weight: Double
  }

  struct State: Codable, Equatable, Sendable {
    var entries: IdentifiedArrayOf<Entry> = []
    var tags: Set<String> = []
    var counts: [String: Int] = [:]
    var stack = StackState<Int>()
    var roll = 0
    var password: String?
  }

  enum Action: Codable, Equatable, Sendable {
    case written(String, weight: Double = 1)
    case erased(Int)
    case tagged(String)
    case rolled
    case pushed
    case loggedIn(password: String)
    case nothing
  }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .written(let text, let weight):
        state.entries.append(Entry(id: uuid(), text: text, date: now, weight: weight))
      case .erased(let index):
        if state.entries.indices.contains(index) { state.entries.remove(at: index) }
      case .tagged(let tag):
        state.tags.insert(tag)
        state.counts[tag, default: 0] += 1
      case .rolled: state.roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      case .pushed: state.stack.append(state.stack.count)
      case .loggedIn(let password): state.password = password
      case .nothing: break
      }
      return .none
    }
  }

  /// Actions of all kinds.
  static func actions(_ count: Int) -> [Action] {
    (0..<count).map { index in
      switch index % 7 {
      case 0: .written("entry \(index) 🎭\n\"", weight: index == 7 ? .nan : Double(index) / 3)
      case 1: .rolled
      case 2: .tagged("tag \(index % 5)")
      case 3: .pushed
      case 4: .nothing
      case 5: index.isMultiple(of: 2) ? .erased(0) : .tagged("t\(index)")
      default: .loggedIn(password: "secret-\(index)")
      }
    }
  }
}
