import ArgumentParser
import TroupeDurable

struct Add: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Start a countdown, and print its key when it is saved."
  )

  @ParentCommand var countdowns: Countdowns

  @Argument(help: "The time until the alarm, such as 90s, 2m or 1h30m.", transform: DurationText.read)
  var duration: Duration

  @Argument(help: "The name of the countdown.")
  var name: String

  @Option(help: "Start this many, one after another.")
  var count = 1

  func validate() throws {
    if let defect = TerminalText.defect(ofName: name) { throw ValidationError(defect) }
    if count < 1 { throw ValidationError("At least one countdown can be started.") }
  }

  func run() async throws {
    let folder = countdowns.countdowns
    for _ in 0..<count { try say(try await folder.start(name, lasting: duration).text) }
  }
}
