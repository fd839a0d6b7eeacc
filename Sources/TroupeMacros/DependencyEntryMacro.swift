import TroupeMacroScanner

/// Expands `@DependencyEntry` to a dependency's key, in the role `peer`, and to the accessors that read and
/// set the dependency by its key, in the role `accessor`.
enum DependencyEntryMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let entry = entry(&expansion) else { return nil }
    return expansion.role == "accessor" ? entry.accessors : entry.key
  }

  /// Returns the dependency that the attribute declares, or nil if the declaration has a mistake.
  private static func entry(_ expansion: inout Expansion) -> DependencyEntrySource? {
    let member = expansion.declaration.member()
    let context = expansion.surroundings.first?.typeDeclaration(members: false)
    guard case .variable(isLet: false, let bindings) = member.kind, bindings.count == 1,
      context?.name.split(separator: ".").last == "DependencyValues"
    else {
      expansion.misplaced(
        "'@DependencyEntry' can only be applied to a 'var' in an extension of 'DependencyValues'"
      )
      return nil
    }
    let binding = bindings[0]
    guard binding.isIdentifier, binding.accessors == nil,
      !["static", "class", "lazy"].contains(where: { member.prefix.has($0) })
    else {
      expansion.misplaced("'@DependencyEntry' can only be applied to a stored property that isn't 'lazy'")
      return nil
    }
    let nothing = binding.type.map { TypeShape($0).isOptional } == true ? "nil" : nil
    guard let testValue = binding.initializer ?? nothing else {
      expansion.error(
        "'\(binding.pattern)' needs an initial value, which is the dependency's value in tests",
        at: expansion.declaration.place(binding.patternRange)
      )
      return nil
    }
    return DependencyEntrySource(
      name: binding.pattern,
      type: binding.type.map(typeOfValue),
      testValue: testValue,
      otherValues: ArgumentList(expansion.attribute.text).arguments,
      prefix: member.prefix
    )
  }

  /// Returns the type of a property's values, which is an optional for `T!`.
  private static func typeOfValue(_ type: String) -> String {
    let type = TypeShape(type).text
    return type.hasSuffix("!") ? type.dropLast() + "?" : type
  }
}

/// The source of a dependency's key and of its accessors.
private struct DependencyEntrySource {
  let name: String
  /// The dependency's type as written; nil if the type is inferred from the initial value.
  let type: String?
  let testValue: String
  /// The live value and the value for previews, if the attribute has them, by the names of the key's
  /// requirements.
  let otherValues: [(label: String, value: String)]
  let prefix: Prefix

  /// The key's name, in backticks because the property's name may need them.
  private var keyName: String { "`__Key_\(name.filter { $0 != "`" })`" }

  var accessors: String {
    """
    get { self[\(keyName).self] }
    set { self[\(keyName).self] = newValue }
    """
  }

  var key: String {
    let isLive = otherValues.contains { $0.label == "liveValue" }
    let values = [("testValue", testValue)] + otherValues
    // The key uses the same types as the property, so it is available in the same places.
    let attributes = prefix.attributes.filter { ["available", "_spi"].contains($0.base) }
      .map { $0.text + "\n" }.joined()
    return """
      \(attributes)\(Expansion.nonisolated)private enum \(keyName): \
      TroupeDependencies\(Expansion.of)\(isLive ? "DependencyKey" : "TestDependencyKey") {
      \(values.map(declaration).joined(separator: "\n"))
      }
      """
  }

  private func declaration(_ label: String, _ value: String) -> String {
    if type == nil, label == "testValue" { return "static let \(label) = \(value)" }
    return "static var \(label): \(type ?? "Value") {\n\(value)\n}"
  }
}
