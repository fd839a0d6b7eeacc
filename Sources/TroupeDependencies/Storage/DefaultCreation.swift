import Synchronization

/// The making of a default value, as far as those have to know who take part in it.
final class DefaultCreation: Sendable {
  /// The one that goes on.
  @TaskLocal static var current: DefaultCreation?

  private let hasFallenBack = Atomic(false)

  /// Says that a key has no test value, so that the live one is used.
  func fellBack() {
    hasFallenBack.store(true, ordering: .relaxed)
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
      return (value, hasFallenBack.load(ordering: .relaxed) ? .liveInTest : nil)
    }
  }
}

extension DependencyKey {
  fileprivate static var anyLiveValue: any Sendable { liveValue }
}
