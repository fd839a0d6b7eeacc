/// A macro that adds no source. Another macro looks for its attribute.
enum MarkerMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? { nil }
}
