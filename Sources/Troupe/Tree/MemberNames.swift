/// The names of the members that lead from a parent's state to a child, as the path of a scope shows them.
///
/// The text of a key path contains the names of stored properties. The text contains no name for a computed
/// property, a property with observers, or the projection of ``Presents``. The name of a presentation is
/// found in the state. For all other properties, the case of the child's actions identifies the child best.
///
/// The text is read when a name is needed: reading it takes longer than resolving the operator does.
final class MemberNames: Sendable {
  private struct Known {
    /// The names in the text of the path; nil if it wasn't read.
    var components: [String?]?
    /// The names that were found in a state.
    var found: [String]?
  }

  /// The path; nil if names don't come from a path.
  private let path: (any AnyKeyPath & Sendable)?
  private let known = Locked(Known())
  /// A closure that returns the names to show if the path contains no names. It returns nil if there are no
  /// such names.
  private let fallback: @Sendable () -> [String]?

  init(_ path: any AnyKeyPath & Sendable, fallback: @escaping @Sendable () -> [String]?) {
    self.path = path
    self.fallback = fallback
  }

  /// Creates the names from a closure that returns them.
  init(_ names: @escaping @Sendable () -> [String]?) {
    path = nil
    fallback = names
  }

  /// The names in the text of the path; nil for a component without a name.
  private var components: [String?] {
    known.withLock { known in
      if let components = known.components { return components }
      let components = path.map(Self.components) ?? [nil]
      known.components = components
      return components
    }
  }

  /// Whether the path has a name for each component.
  var areInPath: Bool { !components.contains(nil) }

  /// The names; nil if they are unknown.
  var value: [String]? {
    let components = components
    let inPath = components.compactMap(\.self)
    if inPath.count == components.count { return inPath }
    return known.withLock(\.found) ?? fallback()
  }

  /// Stores the names of the properties that lead to a presentation.
  ///
  /// - Parameter names: The names of the stored properties; empty if the presentation wasn't found.
  func record(_ names: [String]) {
    guard let last = names.last else { return }
    let components = components
    let outer = components.dropLast().compactMap(\.self)
    // The presentation may be in another struct, to which a computed property leads.
    let isOuterKnown = outer.count == components.count - 1
    known.withLock { $0.found = (isOuterKnown ? outer : Array(names.dropLast())) + [last] }
  }

  /// The names of the components in the text of a key path, such as `\State.inner.<computed 0x… (Int)>`.
  private static func components(of path: AnyKeyPath) -> [String?] {
    let root = "\\\(type(of: path).rootType)."
    let text = "\(path)"
    guard text.hasPrefix(root) else { return [nil] }
    if text == root + "self" { return [] }
    var components = [""]
    var depth = 0
    for character in text.dropFirst(root.count) {
      switch character {
      case "." where depth == 0: components.append("")
      default:
        if "<([".contains(character) { depth += 1 }
        if ">)]".contains(character) { depth -= 1 }
        components[components.count - 1].append(character)
      }
    }
    // In the text, everything that isn't a name is in angle brackets.
    return components.map { $0.isEmpty || $0.hasPrefix("<") ? nil : $0 }
  }
}

extension Presents {
  /// Returns the names of the stored properties of a state that lead to this presentation, without the
  /// underscore of the property wrapper. The result is empty if the presentation isn't found, and nil if
  /// nothing is presented.
  func names<State>(in state: State) -> [String]? {
    guard let identity else { return nil }
    // The mirror of a state may show values other than its properties.
    let property = withUnsafePointer(to: state) { state in
      StructLayout.property(of: Self.self, in: State.self) { property in
        let address = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(state)) + property.offset
        return Presentation.identity(at: address) == identity
      }
    }
    var names = property?.names ?? names(inMirrorOf: state, depth: 3) ?? []
    if let last = names.last, last.hasPrefix("_") { names[names.count - 1] = String(last.dropFirst()) }
    return names
  }

  /// Returns the names of the properties that lead to this presentation, for example in a class; nil if the
  /// presentation isn't found.
  ///
  /// - Parameters:
  ///   - value: The value with the properties.
  ///   - depth: The number of further levels to search. Objects can refer to each other in a cycle.
  private func names(inMirrorOf value: Any, depth: Int) -> [String]? {
    var mirror: Mirror? = Mirror(reflecting: value)
    var properties: [(name: String, value: Any)] = []
    while let current = mirror {
      if current.displayStyle.map({ $0 == .struct || $0 == .class }) != true { return nil }
      properties += current.children.compactMap { child in child.label.map { ($0, child.value) } }
      mirror = current.superclassMirror
    }
    for property in properties where (property.value as? Self)?.identity == identity {
      return [property.name]
    }
    if depth == 0 { return nil }
    for property in properties {
      if let inner = names(inMirrorOf: property.value, depth: depth - 1) { return [property.name] + inner }
    }
    return nil
  }
}
