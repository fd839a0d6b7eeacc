extension Optional {
  /// Changes the value in place, and tells whether there is one.
  mutating func change(_ body: (inout Wrapped) -> Void) -> Bool {
    guard self != nil else { return false }
    // The only way to get at it in place; it was looked at the line before.
    // swift-format-ignore: NeverForceUnwrap
    body(&self!)
    return true
  }
}
