#if canImport(SwiftUI)
  public import SwiftUI

  // `CaseLet` and `Default` don't conform to `View`, because they are branches, and show nothing without
  // their `Switch`.

  extension IfLet: View where Then: View, Else: View {
    /// The view of the current branch.
    public var body: some View { content }
  }

  extension IfCaseLet: View where Then: View, Else: View {
    /// The view of the current branch.
    public var body: some View { content }
  }

  extension Switch: View where Content: View {
    /// The view of the first branch that matches.
    public var body: some View { content }
  }

  extension UnhandledCase: View {
    /// A text that names the missing case.
    public var body: some View { Text(message) }
  }

  extension Either: View where First: View, Second: View {
    /// The view of the current alternative.
    public var body: some View {
      switch self {
      case .first(let view): view
      case .second(let view): view
      }
    }
  }

  extension Elements: View where repeat each Element: View {
    /// The elements, in order.
    public var body: some View { TupleView((repeat each elements)) }
  }

  extension NoElement: View {
    /// An empty view.
    public var body: some View { EmptyView() }
  }
#endif
