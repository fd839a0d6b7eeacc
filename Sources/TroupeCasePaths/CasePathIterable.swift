/// An enum that lists the paths of its cases, and knows the path of the case that a value is in.
///
/// With the macro, the conformance is named where the enum is declared:
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
/// The paths come in the order of the cases. A case with `@available`, and one that can't exist, isn't among
/// them.
public protocol CasePathIterable: CasePathable
where
  AllCasePaths: Sequence<PartialCaseKeyPath<Self>>, AllCasePaths: CasePathReflectable,
  AllCasePaths.Root == Self
{}

/// The paths of an enum's cases, from which the one of a value's case can be had.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root

  /// The path of the case that a value is in; `\.self` where that case isn't listed.
  ///
  /// - Parameter root: The value.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}
