import Troupe

/// The optional children that a state has, and the elements of its stacks, found with a mirror.
struct PresentedChildren {
  /// The number of values that are looked at.
  private static let valueLimit = 20_000
  private static let depthLimit = 20
  /// The number of children that are found.
  static let limit = 500

  private let showsPayloads: Bool
  private var count = 0
  private var paths: [String] = []

  /// Returns the paths of the children, written as the paths of scopes.
  ///
  /// - Parameters:
  ///   - state: The state of a store.
  ///   - showsPayloads: Whether the paths show the ids of elements, or only their types.
  static func paths(in state: Any, showsPayloads: Bool) -> [String] {
    var children = PresentedChildren(showsPayloads: showsPayloads)
    children.visit(state, "/", depthLimit)
    return children.paths
  }

  private init(showsPayloads: Bool) { self.showsPayloads = showsPayloads }

  private mutating func visit(_ value: Any, _ prefix: String, _ depth: Int) {
    count += 1
    guard count <= Self.valueLimit, paths.count < Self.limit, depth > 0 else { return }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .tuple:
      for child in mirror.children { member(child.value, child.label ?? "", prefix, depth) }
    case .enum:
      // The case is a part of the path to a child in it.
      guard let child = mirror.children.first, let label = child.label else { return }
      member(child.value, label, prefix, depth)
    case .optional:
      if let value = mirror.children.first?.value { visit(value, prefix, depth) }
    default: return
    }
  }

  private mutating func member(_ value: Any, _ label: String, _ prefix: String, _ depth: Int) {
    // A macro's own property, and the storage of a property that a macro has changed.
    if label.hasPrefix("_$") { return }
    let path = prefix + (label.hasPrefix("_") ? String(label.dropFirst()) : label)
    switch value {
    case let presents as any Presenting:
      guard let child = presents.presented else { return }
      paths.append(path)
      visit(child, path + "/", depth - 1)
    case let collection as any Elements:
      collection.forEachElement { id, element in
        if count > Self.valueLimit { return false }
        let path = "\(path)[\(text(of: id))]"
        if collection.presentsElements { paths.append(path) }
        visit(element, path + "/", depth - 1)
        return true
      }
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return visit(value, path + ".", depth - 1) }
      guard let child = mirror.children.first?.value else { return }
      // The mirror of an observable state has the values of its properties, without their wrappers.
      if String(reflecting: type(of: child)).hasSuffix(".State") { paths.append(path) }
      visit(child, path + "/", depth - 1)
    }
  }

  private func text(of id: Any) -> String {
    guard showsPayloads else { return "\(type(of: id))(…)" }
    let text = String(describing: id)
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

private protocol Presenting {
  var presented: Any? { get }
}

extension Presents: Presenting {
  fileprivate var presented: Any? { wrappedValue }
}

private protocol Elements {
  /// Whether each element is a presented child.
  var presentsElements: Bool { get }
  /// Visits the elements until a visit returns false.
  func forEachElement(_ visit: (_ id: Any, _ element: Any) -> Bool)
}

extension IdentifiedArray: Elements {
  fileprivate var presentsElements: Bool { false }

  fileprivate func forEachElement(_ visit: (Any, Any) -> Bool) {
    for id in ids {
      guard let element = self[id: id], visit(id, element) else { return }
    }
  }
}

extension StackState: Elements {
  fileprivate var presentsElements: Bool { true }

  fileprivate func forEachElement(_ visit: (Any, Any) -> Bool) {
    for id in ids {
      guard let element = self[id: id], visit(id, element) else { return }
    }
  }
}
