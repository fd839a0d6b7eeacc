import Synchronization

/// The creation of a default value, for the code that takes part in it.
final class DefaultCreation: Sendable {
  /// The creation in progress.
  @TaskLocal static var current: DefaultCreation?

  /// A value that replaces the missing value of a context.
  enum Substitute { case preview, live }

  private let hasNoTestValue = Atomic(false)
  private let hasNoPreviewValue = Atomic(false)

  /// Records that a key has no value of its own for a context, so another value is used.
  func fellBack(on substitute: Substitute) {
    switch substitute {
    case .preview: hasNoTestValue.store(true, ordering: .relaxed)
    case .live: hasNoPreviewValue.store(true, ordering: .relaxed)
    }
  }

  /// Returns the value of a key in a context, and the fault in using it.
  func make<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ context: DependencyContext
  ) -> (Key.Value, DependencyEntry.Fault?) {
    switch context {
    case .live:
      guard let live = (key as? any DependencyKey.Type)?.anyLiveValue as? Key.Value else {
        return (key.testValue, .noLiveValue)
      }
      return (live, nil)
    case .preview:
      // It may fall back on the live value by way of the test value, which is no fault in a preview.
      return (key.previewValue, nil)
    case .test:
      let value = key.testValue
      guard hasNoTestValue.load(ordering: .relaxed) else { return (value, nil) }
      return (value, hasNoPreviewValue.load(ordering: .relaxed) ? .liveInTest : .previewInTest)
    }
  }
}

extension DependencyKey {
  fileprivate static var anyLiveValue: any Sendable { liveValue }
}
