import CasePathsFixtures
import TroupeCasePaths

struct Empty: Equatable {}

/// Every kind of payload, in one enum with many cases.
enum Shape: CasePathable {
  case none
  case other
  case number(Int)
  case secondNumber(Int)
  case two(Int, String)
  case label(only: Int)
  case labels(x: Int, y: String)
  case tuple((Int, String))
  case nested((Int, (String, Bool)))
  case optional(Int?)
  case doubleOptional(Int??)
  case error(any Error)
  case token(Token)
  case list([String])
  case message(Message)
  case void(Void)
  case empty(Empty)
  case never(Never)
  case action(@Sendable () -> Void)
  case asyncAction(@Sendable () async throws -> Void)
  case tokenType(Token.Type)
  indirect case boxed(Int)
  indirect case boxedList([String])
  indirect case boxedTwo(Int, String)
  indirect case boxedVoid(Void)
  indirect case shape(Shape)

  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let none = AnyCasePath(embed: Shape.none) { if case .none = $0 { () } else { nil } }
    let other = AnyCasePath(embed: Shape.other) { if case .other = $0 { () } else { nil } }
    let number = AnyCasePath(embed: Shape.number) { if case .number(let it) = $0 { it } else { nil } }
    let secondNumber = AnyCasePath(embed: Shape.secondNumber) {
      if case .secondNumber(let x) = $0 { x } else { nil }
    }
    let two = AnyCasePath(embed: Shape.two) { if case .two(let a, let b) = $0 { (a, b) } else { nil } }
    let label = AnyCasePath(embed: Shape.label) { if case .label(let it) = $0 { it } else { nil } }
    let labels = AnyCasePath(embed: Shape.labels) {
      if case .labels(let x, let y) = $0 { (x, y) } else { nil }
    }
    let tuple = AnyCasePath(embed: Shape.tuple) { if case .tuple(let it) = $0 { it } else { nil } }
    let nested = AnyCasePath(embed: Shape.nested) { if case .nested(let it) = $0 { it } else { nil } }
    let optional = AnyCasePath(embed: Shape.optional) { if case .optional(let it) = $0 { it } else { nil } }
    let doubleOptional = AnyCasePath(embed: Shape.doubleOptional) {
      if case .doubleOptional(let it) = $0 { it } else { nil }
    }
    let error = AnyCasePath(embed: Shape.error) { if case .error(let it) = $0 { it } else { nil } }
    let token = AnyCasePath(embed: Shape.token) { if case .token(let it) = $0 { it } else { nil } }
    let list = AnyCasePath(embed: Shape.list) { if case .list(let it) = $0 { it } else { nil } }
    let message = AnyCasePath(embed: Shape.message) { if case .message(let it) = $0 { it } else { nil } }
    let void = AnyCasePath(embed: { Shape.void(()) }()) { if case .void = $0 { () } else { nil } }
    let empty = AnyCasePath(embed: Shape.empty) { if case .empty(let it) = $0 { it } else { nil } }
    let action = AnyCasePath(embed: Shape.action) { if case .action(let it) = $0 { it } else { nil } }
    let asyncAction = AnyCasePath(embed: Shape.asyncAction) {
      if case .asyncAction(let it) = $0 { it } else { nil }
    }
    let tokenType = AnyCasePath(embed: Shape.tokenType) {
      if case .tokenType(let it) = $0 { it } else { nil }
    }
    let boxed = AnyCasePath(embed: Shape.boxed) { if case .boxed(let it) = $0 { it } else { nil } }
    let boxedList = AnyCasePath(embed: Shape.boxedList) {
      if case .boxedList(let it) = $0 { it } else { nil }
    }
    let boxedTwo = AnyCasePath(embed: Shape.boxedTwo) {
      if case .boxedTwo(let a, let b) = $0 { (a, b) } else { nil }
    }
    let shape = AnyCasePath(embed: Shape.shape) { if case .shape(let it) = $0 { it } else { nil } }
  }
}

enum OnlyCase: Equatable { case only(String) }
enum OnlyEmptyCase: Equatable { case only }
enum Switch: Equatable { case on, off }

/// Its own mirror and description are deliberately wrong.
enum Liar: CustomReflectable, CustomStringConvertible, CustomDebugStringConvertible {
  case number(Int)
  case text(String)
  case nothing

  var customMirror: Mirror { Mirror(self, children: ["text": 3], displayStyle: .enum) }
  var description: String { "number(1)" }
  var debugDescription: String { "text" }
}

/// Payloads with spare bits, in which the compiler keeps the case.
enum Spare {
  case token(Token)
  case secondToken(Token)
  case flag(Bool)
  case existential(any Error)
  case list([Int])
  case big(Int, Int, Int, UInt8)
  case none
}

indirect enum Tree: Equatable {
  case leaf(Int)
  case node(Tree, Tree)
  case end
}

enum Outer<Value> {
  struct Pair: Equatable where Value: Equatable { var first: Value, second: Value }
  enum Inner { case value(Value), values([Value]), both(Value, Value?), none }
}

/// Not `Sendable`, and with functions that `/` can't extract.
final class Unshared {}
enum Plain {
  case nothing
  case unshared(Unshared)
  case function((Int) -> Int)
  case functions(Int, () -> Int)
  case type(Int.Type)
}
