/// A store that a task opens, for the detection of a wait for itself.
struct Opening: Hashable, Sendable {
  /// The stores that the current task opens, each for the one after it.
  @TaskLocal static var current: [Opening] = []

  private let directory: ObjectIdentifier
  private let key: any Hashable & Sendable

  init(directory: AnyObject, key: any Hashable & Sendable) {
    self.directory = ObjectIdentifier(directory)
    self.key = key
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.directory == rhs.directory && AnyHashable(lhs.key) == AnyHashable(rhs.key)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(directory)
    key.hash(into: &hasher)
  }
}
