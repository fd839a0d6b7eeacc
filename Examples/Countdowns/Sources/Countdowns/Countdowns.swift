import ArgumentParser
import Foundation

struct Countdowns: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Countdowns",
    abstract: "Countdowns that survive a crash.",
    subcommands: [Add.self, List.self, Run.self]
  )

  @Option(help: "The folder in which the countdowns are saved.")
  var folder = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".countdowns").path

  var countdowns: CountdownFolder { CountdownFolder(path: folder) }
}
