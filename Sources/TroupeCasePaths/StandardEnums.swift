extension Optional: CasePathable, CasePathIterable {
  /// The paths of an optional's cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A type with a path for each case of an optional.
  public struct AllCasePaths: Sendable, Sequence, CasePathReflectable {
    /// The path to `none`.
    public var none: AnyCasePath<Wrapped?, Void> {
      AnyCasePath(uncheckedEmbed: { _ in nil }, extract: { $0 == nil ? () : nil })
    }

    /// The path to `some`.
    public var some: AnyCasePath<Wrapped?, Wrapped> {
      AnyCasePath(uncheckedEmbed: { $0 }, extract: { $0 })
    }

    /// Returns the path of a value's case.
    public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> { root == nil ? \.none : \.some }

    /// Returns an iterator over the paths.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Wrapped?>]> {
      [\.none, \.some].makeIterator()
    }
  }
}

extension Result: CasePathable, CasePathIterable {
  /// The paths of a result's cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A type with a path for each case of a result.
  public struct AllCasePaths: Sendable, Sequence, CasePathReflectable {
    /// The path to `success`.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        uncheckedEmbed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } }
      )
    }

    /// The path to `failure`.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        uncheckedEmbed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } }
      )
    }

    /// Returns the path of a value's case.
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// Returns an iterator over the paths.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result>]> {
      [\.success, \.failure].makeIterator()
    }
  }
}

extension Never: CasePathable {
  /// An empty set of paths, because `Never` has no cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A type without paths.
  public struct AllCasePaths: Sendable {}
}
