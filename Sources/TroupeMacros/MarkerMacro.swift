/// A macro that adds nothing: another one looks for it.
enum MarkerMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? { nil }
}
