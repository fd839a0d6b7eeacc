import Foundation
import TroupeDependencies

extension DependencyValues {
  /// The center for posting and observing notifications. By default, it is the process's default center.
  ///
  /// Each test has a separate center, so that a test doesn't receive another test's notifications.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: DependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var testValue: NotificationCenter { NotificationCenter() }
}
