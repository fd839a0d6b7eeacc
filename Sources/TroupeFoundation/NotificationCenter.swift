import Foundation
import TroupeDependencies

extension DependencyValues {
  /// The center through which notifications are posted and observed: the default one of the process.
  ///
  /// Each test has a center of its own, so that tests don't get the notifications of others.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: DependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var testValue: NotificationCenter { NotificationCenter() }
}
