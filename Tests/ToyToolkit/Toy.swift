import TroupeUI

// A user interface toolkit that renders to text. It has what the samples need, in the style of an existing
// one.

@MainActor package protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View { package var body: Never { fatalError("Nothing is shown of what can't be.") } }

@resultBuilder package enum ViewBuilder {
  package static func buildBlock<V: View>(_ view: V) -> V { view }
  package static func buildBlock<each V: View>(_ views: repeat each V) -> Elements<repeat each V> {
    ElementsBuilder.buildBlock(repeat each views)
  }
}

/// A view that shows itself, without others.
@MainActor package protocol Leaf: View where Body == Never { func render(into screen: inout Rendering) }
extension Leaf { package var body: Never { fatalError("A leaf has no body.") } }

/// The contents of the screen: its text, and its controls.
@MainActor package struct Rendering {
  package var lines: [String] = []
  package var buttons: [String: @MainActor () -> Void] = [:]
  package var fields: [String: StoreBinding<String>] = [:]
  package var steppers: [String: StoreBinding<Int>] = [:]
  package var toggles: [String: StoreBinding<Bool>] = [:]
  /// The controls of a row, so far; nil if none is open.
  package var row: [String]?

  package mutating func show(_ view: some View) {
    if let leaf = view as? any Leaf { leaf.render(into: &self) } else { show(view.body) }
  }

  package mutating func show(_ text: String) {
    if row == nil { lines.append(text) } else { row?.append(text) }
  }
}

/// A user of the screen.
@MainActor package struct User<V: View> {
  package let view: V

  package init(view: V) { self.view = view }

  package var rendering: Rendering {
    var rendering = Rendering()
    rendering.show(view)
    return rendering
  }
  package var screen: String { rendering.lines.joined(separator: "\n") }

  package func tap(_ title: String) { rendering.buttons[title]?() }

  /// Types at the end of a field, a character at a time, as a text field does: it reads the text, and writes
  /// a longer one.
  package func type(_ text: String, into title: String) {
    for character in text { rendering.fields[title]?.wrappedValue.append(character) }
  }

  package func step(_ title: String, by steps: Int = 1) { rendering.steppers[title]?.wrappedValue += steps }
  package func toggle(_ title: String) { rendering.toggles[title]?.wrappedValue.toggle() }
}

// MARK: What TroupeUI builds

extension Elements: View, Leaf where repeat each Element: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) {
    for element in repeat each elements { screen.show(element) }
  }
}
extension Either: View, Leaf where First: View, Second: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) {
    switch self {
    case .first(let view): screen.show(view)
    case .second(let view): screen.show(view)
    }
  }
}
extension NoElement: View, Leaf {
  package func render(into screen: inout Rendering) {}
}
extension UnhandledCase: View, Leaf {
  package func render(into screen: inout Rendering) { screen.show("! " + message.prefix { $0 != "\n" }) }
}
extension IfLet: View, Leaf where Then: View, Else: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { screen.show(content) }
}
extension IfCaseLet: View, Leaf where Then: View, Else: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { screen.show(content) }
}
extension Switch: View, Leaf where Content: View {
  package typealias Body = Never
  package func render(into screen: inout Rendering) { screen.show(content) }
}

@MainActor @propertyWrapper package struct State<Value> {
  @MainActor private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box
  package init(wrappedValue: Value) { box = Box(wrappedValue) }
  package init<Wrapped>() where Value == Wrapped? { box = Box(nil) }

  package var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  package var projectedValue: StoreBinding<Value> {
    StoreBinding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
  }
}

package struct Text: Leaf {
  let text: String
  package init(_ text: String) { self.text = text }
  package func render(into screen: inout Rendering) { screen.show(text) }
}

package struct TextField: Leaf {
  let title: String, text: StoreBinding<String>
  package init(_ title: String, text: StoreBinding<String>) { (self.title, self.text) = (title, text) }
  package func render(into screen: inout Rendering) {
    screen.fields[title] = text
    screen.show("\(title): [\(text.wrappedValue)]")
  }
}

package struct Button: Leaf {
  let title: String, action: @MainActor () -> Void
  package init(_ title: String, action: @escaping @MainActor () -> Void) {
    (self.title, self.action) = (title, action)
  }
  package func render(into screen: inout Rendering) {
    screen.buttons[title] = action
    screen.show("<\(title)>")
  }
}

package struct Stepper: Leaf {
  let title: String, value: StoreBinding<Int>
  package init(_ title: String, value: StoreBinding<Int>) { (self.title, self.value) = (title, value) }
  package func render(into screen: inout Rendering) {
    screen.steppers[title] = value
    screen.show("- \(title) +")
  }
}

package struct Toggle: Leaf {
  let title: String, isOn: StoreBinding<Bool>
  package init(_ title: String, isOn: StoreBinding<Bool>) { (self.title, self.isOn) = (title, isOn) }
  package func render(into screen: inout Rendering) {
    screen.toggles[title] = isOn
    screen.show("[\(isOn.wrappedValue ? "x" : " ")] \(title)")
  }
}

package struct Form<Content: View>: Leaf {
  let content: Content
  package init(@ViewBuilder _ content: () -> Content) { self.content = content() }
  package func render(into screen: inout Rendering) { screen.show(content) }
}

package struct HStack<Content: View>: Leaf {
  let content: Content
  package init(@ViewBuilder _ content: () -> Content) { self.content = content() }
  package func render(into screen: inout Rendering) {
    screen.row = []
    screen.show(content)
    screen.lines.append(screen.row?.joined(separator: " ") ?? "")
    screen.row = nil
  }
}

/// A view with another on top of it, while there is an item.
package struct Sheet<Base: View, Item, Content: View>: Leaf {
  let base: Base, item: StoreBinding<Item?>
  let content: @MainActor (Item) -> Content

  package func render(into screen: inout Rendering) {
    screen.show(base)
    guard let item = item.wrappedValue else { return }
    screen.show("---")
    screen.show(content(item))
    screen.buttons["Swipe down"] = { self.item.wrappedValue = nil }
  }
}

package enum ButtonStyle { case borderless }
extension View {
  package func buttonStyle(_ style: ButtonStyle) -> Self { self }

  package func sheet<Item, Content: View>(
    item: StoreBinding<Item?>,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> Sheet<Self, Item, Content> {
    Sheet(base: self, item: item, content: content)
  }
}
