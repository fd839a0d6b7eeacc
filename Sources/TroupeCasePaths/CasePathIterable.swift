/// An enum that lists its cases' paths, and that can return the path of a value's case.
///
/// If you use the macro, declare the conformance on the enum:
///
/// ```swift
/// @CasePathable
/// enum Tab: CasePathIterable {
///   case news
///   case search(query: String)
/// }
/// ```
///
/// ```swift
/// for path in Tab.allCasePaths { print(path == \.news) }
/// let current = Tab.allCasePaths[.search(query: "swift")]
/// ```
///
/// The paths are in the order of the cases. Cases with `@available` and cases that can't exist are omitted.
public protocol CasePathIterable: CasePathable
where
  AllCasePaths: Sequence<PartialCaseKeyPath<Self>>, AllCasePaths: CasePathReflectable,
  AllCasePaths.Root == Self
{}

extension CasePathIterable {
  /// The path of the value's case, or `\.self` if that case isn't listed.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

/// The paths of an enum's cases, which can also return the path of a value's case.
public protocol CasePathReflectable<Root> {
  /// The enum whose cases have the paths.
  associatedtype Root

  /// Returns the path of a value's case, or `\.self` if that case isn't listed.
  ///
  /// - Parameter root: The value.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}
