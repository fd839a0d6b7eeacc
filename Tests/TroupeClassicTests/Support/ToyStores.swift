import TroupeClassic

// The views of stores in the toy toolkit.

extension SwitchStore: View, Leaf where Content: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { screen.show(content) }
}

extension IfLetStore: View, Leaf where Then: View, Else: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { screen.show(content) }
}

extension ForEachStore: View, Leaf where Content: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { for row in rows { screen.show(row.content) } }
}

extension WithViewStore: View, Leaf where Content: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { screen.show(content) }
}
