/// Generates a set of alternative features from an enum, whose `State` and `Action` have conformances.
///
/// It is `@Reducer` for an enum, with what an extension would say: `@Reducer(state: .equatable)`
/// stands for `extension Destination.State: Equatable {}`.
///
/// - Parameters:
///   - state: The conformances of `State`.
///   - action: The conformances of `Action`. It is always `Sendable`.
@attached(
  member,
  names: named(State),
  named(Action),
  named(CaseScope),
  named(_Features),
  named(body),
  named(scope)
)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer(state: _SynthesizedConformance..., action: _SynthesizedConformance...) =
  #externalMacro(module: "TroupeMacros", type: "ReducerMacro")

/// A conformance that `@Reducer(state:action:)` writes.
///
/// It is public because the macro takes it.
public struct _SynthesizedConformance: Sendable {
  /// `Codable`.
  public static let codable = Self()
  /// `Decodable`.
  public static let decodable = Self()
  /// `Encodable`.
  public static let encodable = Self()
  /// `Equatable`.
  public static let equatable = Self()
  /// `Hashable`.
  public static let hashable = Self()
  /// `Sendable`.
  public static let sendable = Self()
}
