import Synchronization

/// The making of a default value, as far as those have to know who take part in it.
final class DefaultCreation: Sendable {
  /// The one that goes on.
  @TaskLocal static var current: DefaultCreation?

  /// A value that stands in for the one of a context.
  enum Substitute { case preview, live }

  private let hasNoTestValue = Atomic(false)
  private let hasNoPreviewValue = Atomic(false)

  /// Says that a key has no value of its own for a context, so that another is used.
  func fellBack(on substitute: Substitute) {
    switch substitute {
    case .preview: hasNoTestValue.store(true, ordering: .relaxed)
    case .live: hasNoPreviewValue.store(true, ordering: .relaxed)
    }
  }

  /// The value of a key in a context, and what is wrong with using it.
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
