import TroupeUI

// A toolkit of user interfaces that renders to text. It is what the samples need, in the shape of one that
// exists.

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View { var body: Never { fatalError("Nothing is shown of what can't be.") } }

@resultBuilder enum ViewBuilder {
  static func buildBlock<V: View>(_ view: V) -> V { view }
  static func buildBlock<each V: View>(_ views: repeat each V) -> Elements<repeat each V> {
    ElementsBuilder.buildBlock(repeat each views)
  }
}

/// A view that shows itself, without others.
@MainActor protocol Leaf: View where Body == Never { func render(into screen: inout Rendering) }
extension Leaf { var body: Never { fatalError("A leaf has no body.") } }

/// What is on the screen: its text, and what can be used.
@MainActor struct Rendering {
  var lines: [String] = []
  var buttons: [String: @MainActor () -> Void] = [:]
  var fields: [String: StoreBinding<String>] = [:]
  var steppers: [String: StoreBinding<Int>] = [:]
  var toggles: [String: StoreBinding<Bool>] = [:]
  /// What a row of controls has, so far; nil where none is open.
  var row: [String]?

  mutating func show(_ view: some View) {
    if let leaf = view as? any Leaf { leaf.render(into: &self) } else { show(view.body) }
  }

  mutating func show(_ text: String) { if row == nil { lines.append(text) } else { row?.append(text) } }
}

/// Someone in front of the screen.
@MainActor struct User<V: View> {
  let view: V

  var rendering: Rendering {
    var rendering = Rendering()
    rendering.show(view)
    return rendering
  }
  var screen: String { rendering.lines.joined(separator: "\n") }

  func tap(_ title: String) { rendering.buttons[title]?() }

  /// Types at the end of a field, a character at a time, as a text field does: it reads the text, and writes
  /// a longer one.
  func type(_ text: String, into title: String) {
    for character in text { rendering.fields[title]?.wrappedValue.append(character) }
  }

  func step(_ title: String, by steps: Int = 1) { rendering.steppers[title]?.wrappedValue += steps }
  func toggle(_ title: String) { rendering.toggles[title]?.wrappedValue.toggle() }
}

// MARK: What TroupeUI builds

extension Elements: View, Leaf where repeat each Element: View {
  typealias Body = Never
  func render(into screen: inout Rendering) { for element in repeat each elements { screen.show(element) } }
}
extension Either: View, Leaf where First: View, Second: View {
  typealias Body = Never
  func render(into screen: inout Rendering) {
    switch self {
    case .first(let view): screen.show(view)
    case .second(let view): screen.show(view)
    }
  }
}
extension NoElement: View, Leaf {
  func render(into screen: inout Rendering) {}
}
extension UnhandledCase: View, Leaf {
  func render(into screen: inout Rendering) { screen.show("! " + message.prefix { $0 != "\n" }) }
}
extension IfLet: View, Leaf where Then: View, Else: View {
  typealias Body = Never
  func render(into screen: inout Rendering) { screen.show(content) }
}
extension IfCaseLet: View, Leaf where Then: View, Else: View {
  typealias Body = Never
  func render(into screen: inout Rendering) { screen.show(content) }
}
extension Switch: View, Leaf where Content: View {
  typealias Body = Never
  func render(into screen: inout Rendering) { screen.show(content) }
}

@MainActor @propertyWrapper struct State<Value> {
  @MainActor private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box
  init(wrappedValue: Value) { box = Box(wrappedValue) }
  init<Wrapped>() where Value == Wrapped? { box = Box(nil) }

  var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  var projectedValue: StoreBinding<Value> {
    StoreBinding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
  }
}

struct Text: Leaf {
  let text: String
  init(_ text: String) { self.text = text }
  func render(into screen: inout Rendering) { screen.show(text) }
}

struct TextField: Leaf {
  let title: String, text: StoreBinding<String>
  init(_ title: String, text: StoreBinding<String>) { (self.title, self.text) = (title, text) }
  func render(into screen: inout Rendering) {
    screen.fields[title] = text
    screen.show("\(title): [\(text.wrappedValue)]")
  }
}

struct Button: Leaf {
  let title: String, action: @MainActor () -> Void
  init(_ title: String, action: @escaping @MainActor () -> Void) {
    (self.title, self.action) = (title, action)
  }
  func render(into screen: inout Rendering) {
    screen.buttons[title] = action
    screen.show("<\(title)>")
  }
}

struct Stepper: Leaf {
  let title: String, value: StoreBinding<Int>
  init(_ title: String, value: StoreBinding<Int>) { (self.title, self.value) = (title, value) }
  func render(into screen: inout Rendering) {
    screen.steppers[title] = value
    screen.show("- \(title) +")
  }
}

struct Toggle: Leaf {
  let title: String, isOn: StoreBinding<Bool>
  init(_ title: String, isOn: StoreBinding<Bool>) { (self.title, self.isOn) = (title, isOn) }
  func render(into screen: inout Rendering) {
    screen.toggles[title] = isOn
    screen.show("[\(isOn.wrappedValue ? "x" : " ")] \(title)")
  }
}

struct Form<Content: View>: Leaf {
  let content: Content
  init(@ViewBuilder _ content: () -> Content) { self.content = content() }
  func render(into screen: inout Rendering) { screen.show(content) }
}

struct HStack<Content: View>: Leaf {
  let content: Content
  init(@ViewBuilder _ content: () -> Content) { self.content = content() }
  func render(into screen: inout Rendering) {
    screen.row = []
    screen.show(content)
    screen.lines.append(screen.row?.joined(separator: " ") ?? "")
    screen.row = nil
  }
}

/// A view with another on top of it, while there is an item.
struct Sheet<Base: View, Item, Content: View>: Leaf {
  let base: Base, item: StoreBinding<Item?>
  let content: @MainActor (Item) -> Content

  func render(into screen: inout Rendering) {
    screen.show(base)
    guard let item = item.wrappedValue else { return }
    screen.show("---")
    screen.show(content(item))
    screen.buttons["Swipe down"] = { self.item.wrappedValue = nil }
  }
}

enum ButtonStyle { case borderless }
extension View {
  func buttonStyle(_ style: ButtonStyle) -> Self { self }

  func sheet<Item, Content: View>(
    item: StoreBinding<Item?>,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> Sheet<Self, Item, Content> {
    Sheet(base: self, item: item, content: content)
  }
}
