/// Generates a set of alternative features from an enum, and conformances of its `State` and `Action`.
///
/// The macro is `@Reducer` for an enum, with conformances that would otherwise be declared in extensions:
/// `@Reducer(state: .equatable)` is equivalent to `@Reducer` with `extension Destination.State: Equatable
/// {}`.
///
/// - Parameters:
///   - state: The conformances of the generated `State`.
///   - action: The conformances of the generated `Action`, which is always `Sendable`.
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

/// A conformance that `@Reducer(state:action:)` generates.
///
/// The type is public because the macro has parameters of this type.
public struct _SynthesizedConformance: Sendable {
  /// Conformance to `Codable`.
  public static let codable = Self()
  /// Conformance to `Decodable`.
  public static let decodable = Self()
  /// Conformance to `Encodable`.
  public static let encodable = Self()
  /// Conformance to `Equatable`.
  public static let equatable = Self()
  /// Conformance to `Hashable`.
  public static let hashable = Self()
  /// Conformance to `Sendable`.
  public static let sendable = Self()
}
