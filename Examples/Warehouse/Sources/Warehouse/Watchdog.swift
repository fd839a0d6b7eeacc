import Foundation
import Logging

/// Ends the program if its shutdown takes longer than allowed, whatever it waits for.
struct Watchdog: Sendable {
  /// The grace, and a little time for the last saves. The program has ended within a second beyond the grace.
  let duration: TimeInterval
  let logger: Logger
  /// The warehouses that can't be saved.
  let unsaved: @Sendable () -> [String]

  /// Begins to wait, in a thread, because the program may be waiting for all of its tasks.
  func begin() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: duration)
      logger.critical(
        "The program didn't end in time, and is cut off",
        metadata: ["warehouses.unsaved": "\(unsaved().joined(separator: " "))"]
      )
      // Not `exit`, which would wait for work in progress.
      _exit(Warehouse.cutOff)
    }
  }
}
