#if canImport(SwiftUI)
  public import SwiftUI

  // `CaseLet` doesn't conform to `View`, because it is a branch, and shows nothing without its `SwitchStore`.

  extension IfLetStore: View where Then: View, Else: View {
    /// The view of the current branch.
    public var body: some View { content }
  }

  extension ForEachStore: View where Content: View {
    /// The views of the elements, in order.
    public var body: some View { ForEach(rows) { $0.content } }
  }

  extension SwitchStore: View where Content: View {
    /// The view of the case.
    public var body: some View { content }
  }

  extension WithViewStore: View where Content: View {
    /// The view that the closure builds.
    public var body: some View { content }
  }
#endif
