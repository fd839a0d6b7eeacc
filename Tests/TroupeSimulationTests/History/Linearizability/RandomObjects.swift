import TestSupport
import TroupeSimulation

/// An object that several clients call.
protocol RandomObject: Hashable, Sendable {
  associatedtype Input: Hashable & Sendable

  static var initial: Self { get }
  static func input(using random: inout SeededRandom) -> Input
  mutating func apply(_ input: Input) -> Int
}

/// A register with replacements.
struct RandomRegister: RandomObject {
  private var value = 0

  static let initial = RandomRegister()

  static func input(using random: inout SeededRandom) -> RegisterCall {
    switch Int.random(in: 0..<5, using: &random) {
    case 0...1: .read
    case 2...3: .write(.random(in: 1...3, using: &random))
    default: .replace(.random(in: 0...3, using: &random), .random(in: 1...3, using: &random))
    }
  }

  mutating func apply(_ input: RegisterCall) -> Int { input.apply(to: &value) }
}

/// A counter, in which unknown calls can add up in many ways.
struct RandomCounter: RandomObject {
  private var count = 0

  static let initial = RandomCounter()

  static func input(using random: inout SeededRandom) -> Int { .random(in: 0...2, using: &random) }

  mutating func apply(_ input: Int) -> Int {
    count += input
    return count
  }
}

/// A queue, in which all effects stay visible until they are taken.
struct RandomQueue: RandomObject {
  private var elements: [Int] = []

  static let initial = RandomQueue()

  /// An element to append, or nil to take the first one.
  static func input(using random: inout SeededRandom) -> Int? {
    Bool.random(using: &random) ? .random(in: 1...3, using: &random) : nil
  }

  mutating func apply(_ input: Int?) -> Int {
    if let input {
      elements.append(input)
      return elements.count
    }
    return elements.isEmpty ? 0 : elements.removeFirst()
  }
}

/// A generator of concurrent histories of an object.
struct RandomHistory<Object: RandomObject> {
  typealias Call = History<Object.Input, Int>.Call

  private(set) var calls: [Call] = []
  /// Whether the history was changed after it was recorded, so that it is probably illegal.
  private(set) var isDamaged = false

  private var random: SeededRandom
  private var object = Object.initial
  private var time = 0

  /// Creates a history of up to six calls by three clients.
  init(seed: UInt64) {
    random = SeededRandom(seed)
    let count = Int.random(in: 2...6, using: &random)
    /// The calls in progress, by client, and the output if the call has taken effect.
    var running: [Int: (index: Int, output: Int?)] = [:]
    while calls.count < count || !running.isEmpty {
      time += 1
      let client = Int.random(in: 0..<3, using: &random)
      if let (index, output) = running[client] {
        running[client] = step(index, output).map { (index, $0) }
      } else if calls.count < count {
        running[client] = (start(client), nil)
      } else if Int.random(in: 0..<30, using: &random) == 0 {
        // The other calls are still running at the end.
        break
      }
    }
    if Bool.random(using: &random) { damage() }
  }

  private mutating func start(_ client: Int) -> Int {
    let call = Call(
      number: calls.count + 1,
      client: "\(client)",
      input: Object.input(using: &random),
      startOrder: time,
      startTime: .seconds(time)
    )
    calls.append(call)
    return calls.count - 1
  }

  /// Makes a call take effect, or ends it. Returns nil if the call has ended, and otherwise its output, which
  /// is nil if it hasn't taken effect.
  private mutating func step(_ index: Int, _ output: Int?) -> Int?? {
    if let output {
      end(index, Int.random(in: 0..<6, using: &random) == 0 ? .unknown(nil) : .returned(output))
      return nil
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: end(index, .failed(Refusal()))
    case 1: end(index, .unknown(nil))
    default: return .some(object.apply(calls[index].input))
    }
    return nil
  }

  private mutating func end(_ index: Int, _ outcome: History<Object.Input, Int>.Outcome) {
    calls[index].outcome = outcome
    calls[index].endOrder = time
    calls[index].endTime = .seconds(time)
  }

  /// Changes an output, or lets an unknown call fail, or ends a call early.
  private mutating func damage() {
    isDamaged = true
    let index = Int.random(in: calls.indices, using: &random)
    switch calls[index].outcome {
    case .returned(let output): calls[index].outcome = .returned(output + .random(in: -1...2, using: &random))
    case .unknown: calls[index].outcome = .failed(Refusal())
    case .failed: calls[index].outcome = .returned(Int.random(in: 0...3, using: &random))
    }
  }
}
