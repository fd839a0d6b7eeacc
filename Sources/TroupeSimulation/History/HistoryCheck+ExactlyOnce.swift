extension HistoryCheck where Input: Hashable {
  /// A check that the effects are the inputs of the calls, each exactly once.
  ///
  /// A call that returned is among the effects exactly once, a call with an unknown outcome at most once, and
  /// a failed call never. Every effect is the input of a call. Calls with the same input count as attempts of
  /// one operation, so inputs of different operations need different ids.
  ///
  /// ```swift
  /// history.check(.exactlyOnce(of: warehouse.orders))
  /// ```
  ///
  /// - Parameter effects: The effects that are visible at the end, such as the rows of a table, in any order.
  public static func exactlyOnce(of effects: [Input]) -> Self {
    exactlyOnce(of: effects, by: { $0 }, callsBy: { $0 })
  }
}

extension HistoryCheck {
  /// A check that each call has exactly one effect, which has the call's key.
  ///
  /// A call that returned has exactly one effect, a call with an unknown outcome at most one, and a failed
  /// call none. Every effect belongs to a call. Calls with the same key count as attempts of one operation:
  /// the operation has exactly one effect if any of the calls returned.
  ///
  /// ```swift
  /// history.check(.exactlyOnce(of: bank.charges, by: \.order, callsBy: \.id))
  /// ```
  ///
  /// - Parameters:
  ///   - effects: The effects that are visible at the end, in any order.
  ///   - effectKey: A closure that returns an effect's key.
  ///   - callKey: A closure that returns an input's key, or nil if the input has no effect, such as a read.
  public static func exactlyOnce<Effect, Key: Hashable>(
    of effects: [Effect],
    by effectKey: @escaping (Effect) -> Key,
    callsBy callKey: @escaping (Input) -> Key?
  ) -> Self {
    HistoryCheck(name: "exactlyOnce") { calls in
      EffectCount(effects: effects.map { ($0, effectKey($0)) }, calls: calls, key: callKey).violation()
    }
  }
}

/// The comparison of effects with calls, by key.
private struct EffectCount<Input: Sendable, Output: Sendable, Effect, Key: Hashable> {
  typealias Call = History<Input, Output>.Call

  /// The maximum number of problems in a violation's text.
  private static var maximumProblems: Int { 10 }

  let effects: [(effect: Effect, key: Key)]
  let calls: [Call]
  let key: (Input) -> Key?

  func violation() -> HistoryViolation? {
    let counts = Dictionary(effects.map { ($0.key, 1) }, uniquingKeysWith: +)
    var callsOfKeys: [Key: [Call]] = [:]
    var keys: [Key] = []
    for call in calls {
      guard let key = key(call.input) else { continue }
      if callsOfKeys[key] == nil { keys.append(key) }
      callsOfKeys[key, default: []].append(call)
    }
    var problems: [String] = []
    var involved: [Call] = []
    for key in keys {
      let attempts = callsOfKeys[key] ?? []
      guard let problem = Self.problem(of: attempts, effects: counts[key] ?? 0) else { continue }
      problems.append(problem)
      if problems.count <= Self.maximumProblems { involved += attempts }
    }
    var unexplained: Set<Key> = []
    for (effect, key) in effects where callsOfKeys[key] == nil && unexplained.insert(key).inserted {
      problems.append("No call caused the effect \(HistoryTable.value(effect)).")
    }
    guard !problems.isEmpty else { return nil }
    let omitted = problems.count - Self.maximumProblems
    let lines = problems.prefix(Self.maximumProblems) + (omitted > 0 ? ["… (\(omitted) more problems)"] : [])
    involved.sort { $0.startOrder < $1.startOrder }
    return HistoryViolation(
      check: "exactlyOnce",
      calls: involved.map(\.number),
      paragraphs: [
        "Not every call has exactly one effect.\n" + lines.map { "- \($0)" }.joined(separator: "\n"),
        HistoryTable.text(of: involved),
      ]
    )
  }

  /// Returns the problem of an operation with a number of effects; nil if the number is right.
  private static func problem(of attempts: [Call], effects: Int) -> String? {
    let numbers = attempts.map { "\($0.number)" }
    let subject = "\(numbers.count == 1 ? "Call" : "Calls") \(HistoryTable.list(numbers))"
    let hasReturned = attempts.contains { $0.output != nil }
    let haveFailed = attempts.allSatisfy { if case .failed = $0.outcome { true } else { false } }
    if haveFailed, effects > 0 { return "\(subject) failed, but took effect\(times(effects))." }
    if hasReturned, effects == 0 { return "\(subject) returned, but had no effect." }
    return effects > 1 ? "\(subject) took effect\(times(effects))." : nil
  }

  private static func times(_ count: Int) -> String { count == 1 ? "" : " \(count) times" }
}
