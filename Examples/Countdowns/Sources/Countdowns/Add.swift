import ArgumentParser
import Troupe
import TroupeDurable
import TroupeFoundation

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
    for _ in 0..<count { try say(try await start(in: folder).text) }
  }

  private func start(in folder: CountdownFolder) async throws -> StorageKey {
    let key = CountdownFolder.newKey(for: name)
    let timer = Countdown.Timer(name: name, end: .now.advanced(by: duration))
    // Few attempts, because a user waits for the answer.
    let retry = Backoff.exponential(initial: .milliseconds(50), maximum: .seconds(1), attempts: 3)
    do {
      // The user gets the error, and doesn't need a store's issues in addition.
      try await withIssueReporters([]) {
        let store = try await folder.store(key, retry: retry, Countdown())
        try await store.commit(.started(timer))
      }
    } catch {
      throw CountdownsError(error, for: key, in: folder.path)
    }
    return key
  }
}
