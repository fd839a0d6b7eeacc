import Logging
import Troupe
import TroupeDurable
import WarehouseFeature

/// The program has ended with unsaved changes. No client has received a success for them.
package struct ChangesCutOff: Error {
  package let warehouses: [String]
}

extension WarehouseServer {
  /// Saves all warehouses as long as the grace lasts, and ends their stores.
  ///
  /// - Throws: ``ChangesCutOff``
  func endStores() async throws(ChangesCutOff) {
    let reports = await warehouses.directory.shutdown(
      within: grace.rest,
      cancellationGrace: Grace.lastSaves
    )
    var cutOff: [String] = []
    for (name, report) in reports.sorted(by: { $0.key < $1.key }) where !report.isComplete {
      note(report, of: name)
      if report.unsavedTurnCount > 0 { cutOff.append(name) }
    }
    if !cutOff.isEmpty { throw ChangesCutOff(warehouses: cutOff) }
  }

  /// Logs what a store had to abandon.
  func note(_ report: ShutdownReport, of name: String) {
    let metadata: Logger.Metadata = ["warehouse": "\(name)", "turns.unsaved": "\(report.unsavedTurnCount)"]
    if report.unsavedTurnCount > 0 {
      logger.error("Changes of a warehouse are cut off, because they can't be saved", metadata: metadata)
    } else {
      logger.error("A warehouse had to be cut off", metadata: metadata)
    }
  }
}
