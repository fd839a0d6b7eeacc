import Foundation
import Logging

/// Ends the program when it takes longer to end than it may, whatever it waits for.
struct Watchdog: Sendable {
  /// The grace, and a bit for the last saves. The program has ended within a second beyond the grace.
  let duration: TimeInterval
  let logger: Logger
  /// The warehouses that can't be saved.
  let unsaved: @Sendable () -> [String]

  /// Begins to wait, in a thread, as all tasks may be what the program waits for.
  func begin() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: duration)
      logger.critical(
        "The program didn't end in time, and is cut off",
        metadata: ["warehouses.unsaved": "\(unsaved().joined(separator: " "))"]
      )
      // Not `exit`, which would wait for what is under way.
      _exit(Warehouse.cutOff)
    }
  }
}
