// swift-format-ignore-file

import Troupe

// Payload tuples, labels, none; several on a line; comments; defaults.
@CasePathable
public enum Everything: Sendable {
  case none
  case one(Int), two(Int, String), labelled(x: Int, y: [String: Int]) // trailing, with a comma
  /// Doc comment with case fake(Int)
  case /* odd */ spaced /* place */ ( /* here */ value : /* and */ Int /* , */ ) // case nope
  case defaults(a: Int = 1 < 2 ? 3 : 4, b: Set<Int> = Set<Int>(), c: String = "a,b)\("x" + "\([1, 2])")")
  case closure(@Sendable (Int, String) -> Void = { _, _ in }, then: @Sendable (_ a: Int) throws -> Result<Int, any Error>)
  case generic(Dictionary<String, Array<Int>>, Optional<Result<Int, Never>>)
  case underscore(_: Int, _ named: String)
  case function(@Sendable () async throws -> Void)
  case optional(Int?), doubly(Int??), meta(Any.Type), tuple((Int, String))
  case existential(any Error & Sendable)
  case void(Void), never(Never)
  case nested(Everything.Inner), selfish([Self])
  indirect case recursive(Self)
  @available(*, deprecated, message: "use one, (really)")
  case old(Int)
  @available(macOS 99, *) case future(Int)
  @available(*, unavailable) case gone(Int)
  case `default`, `self`(Int), `init`(String)
  case raw(String = #"a " \("not") , "#), multi(String = """
    case fake(Int) \("nested \("quote")") " "" ,
    """)
  case multiline(
    first: Int,
    // comment, with, commas
    second: String
  )
  #if DEBUG || os(Linux)
  case conditional(Int)
  #if os(Windows)
  case windows(UInt8)
  #else
  case notWindows(UInt16)
  #endif
  #elseif os(macOS)
  case mac
  #else
  case other(Double)
  #endif

  public enum Inner: Sendable { case a(Int), b }
  public struct Nested: Sendable { public var `case`: Int { switch Bool.random() { case true: return 2; default: return 3 } } }
  public var description: String {
    switch self {
    case .none: return "case x"
    default: return "}"
    }
  }
  nonisolated(unsafe) static let pattern = #/case (\d+) \{ /#
  static let weird = if case .none = Everything.none { 1 } else { 2 }
  static func == (lhs: Self, rhs: Self) -> Bool { true }
}

extension Everything.Inner {
  @CasePathable enum Deep { case x(Int) }
}

@CasePathable
enum Generic<Value, Failure: Error> where Value: Equatable {
  case success(Value)
  case failure(Failure, retry: (Value) -> Generic<Value, Failure>)
  case both(left: [Value], right: [String: Failure])
  case none
}
struct GenericHost<T> {
  @CasePathable enum Inner { case value(T), none }
}
extension GenericHost {
  @CasePathable enum Other { case value(T), none, number(Int) }
}

@CasePathable indirect enum Tree<T> { case leaf, node(Tree<T>, T, Tree) }
@CasePathable package enum Pack { case a(Int) }
@CasePathable fileprivate enum FilePrivate { case a(Int) }
@CasePathable private enum Private { case a(Int) }
@CasePathable enum Raw: String { case a, b = "bee", c = #"s,e"# }
@CasePathable enum RawInt: Int { case a = -1, b = 0x10, c }
@CasePathable enum Empty {}
@CasePathable enum Only { case only }
@CasePathable enum OnlyOne { case only(Int) }
@CasePathable enum Constrained<Element: Collection>: Sendable where Element: Sendable, Element.Element == Int {
  case all(Element), first(Element.Element?)
}
@CasePathable public enum `Type` { case a(Int) }
@CasePathable enum Ünïcödé { case größe(größe: Int), 名前(String), 🎉 }
final class NonSendable {}
@CasePathable public enum PublicNonSendable { case a(String, Int), f((Int) -> Void) }
@CasePathable enum NS { case a(NonSendable) }
struct Outer {
  @CasePathable enum Mid { case a(Bottom); @CasePathable enum Bottom { case z(Int); case y } }
  private enum P { case a(Int) }
  @CasePathable fileprivate enum Q { case a(Int) }
  private func f() -> Bool { Q.a(1).is(\.a) }
}
@MainActor @CasePathable enum OnMain { case a(Int) }
