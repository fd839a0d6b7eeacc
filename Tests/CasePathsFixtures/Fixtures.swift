// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import TroupeCasePaths

/// A public enum of another module, with a payload that owns memory.
public enum Message: Equatable, Sendable, CasePathable {
  case none
  case number(Int)
  case text(String)
  case pair(left: Int, right: String)

  public static let allCasePaths = AllCasePaths()
  public struct AllCasePaths: Sendable {
    public let none = AnyCasePath(embed: Message.none) { if case .none = $0 { () } else { nil } }
    public let number = AnyCasePath(embed: Message.number) {
      if case .number(let it) = $0 { it } else { nil }
    }
    public let text = AnyCasePath(embed: Message.text) { if case .text(let it) = $0 { it } else { nil } }
    public let pair = AnyCasePath(embed: Message.pair) {
      if case .pair(let a, let b) = $0 { (a, b) } else { nil }
    }
  }
}

/// A class whose identity the tests compare with `===`.
public final class Token: Sendable {
  public init() {}
}

/// A generic public enum of another module.
public enum Outcome<Success, Failure> {
  case succeeded(Success)
  case failed(Failure)
  case list([Success])
  case pending
}

extension Outcome: Sendable where Success: Sendable, Failure: Sendable {}
extension Outcome: Equatable where Success: Equatable, Failure: Equatable {}

extension Outcome: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public struct AllCasePaths {
    public let succeeded = AnyCasePath(embed: Outcome.succeeded) {
      if case .succeeded(let it) = $0 { it } else { nil }
    }
    public let failed = AnyCasePath(embed: Outcome.failed) {
      if case .failed(let it) = $0 { it } else { nil }
    }
    public let list = AnyCasePath(embed: Outcome.list) { if case .list(let it) = $0 { it } else { nil } }
    public let pending = AnyCasePath(embed: Outcome.pending) { if case .pending = $0 { () } else { nil } }
  }
}
