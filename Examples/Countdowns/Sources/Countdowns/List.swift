import ArgumentParser
import Foundation
import TroupeFoundation

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print key, end and name of the countdowns that haven't rung, the next one first."
  )

  @ParentCommand var countdowns: Countdowns

  func run() async throws {
    let folder = countdowns.countdowns
    var isComplete = true
    for key in try await folder.pendingKeys() {
      do {
        // It may have rung since the keys were listed.
        guard let timer = try await folder.countdown(key)?.pending else { continue }
        try say("\(key) \(Date(timer.end).formatted(.iso8601)) \(timer.name)")
      } catch let error as CountdownsError {
        // The other countdowns are still listed.
        try complain("Error: \(error)")
        isComplete = false
      }
    }
    if !isComplete { throw ExitCode.failure }
  }
}
