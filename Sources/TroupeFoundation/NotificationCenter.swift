import Foundation
import TroupeDependencies

extension DependencyValues {
  /// The center through which notifications are posted and observed: the process's default center.
  ///
  /// Each test has a separate center, so that tests don't get each other's notifications.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: DependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var testValue: NotificationCenter { NotificationCenter() }
}
