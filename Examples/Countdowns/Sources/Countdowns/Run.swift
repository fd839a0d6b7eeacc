import ArgumentParser
import ServiceLifecycle
import UnixSignals

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ring the alarms, until SIGTERM or SIGINT ends the program.",
    discussion: """
      It prints "ready", and for each alarm "rang KEY NAME". "marked KEY" follows when the fact that the alarm has rung is saved. \
      After a crash between the two, an alarm rings again.
      """
  )

  @ParentCommand var countdowns: Countdowns

  @Option(
    help: "How often to look for countdowns that other programs have added.",
    transform: DurationText.read
  )
  var interval = Duration.seconds(1)

  func validate() throws {
    if interval == .zero { throw ValidationError("The interval can't be zero.") }
    // Otherwise, countdowns that are added in the meantime would ring too late.
    if interval > .seconds(86_400) { throw ValidationError("The interval can't be longer than a day.") }
  }

  func run() async throws {
    let clock = AlarmClock(folder: countdowns.countdowns, interval: interval)
    try await ServiceGroup(services: [clock], gracefulShutdownSignals: [.sigterm, .sigint]).run()
  }
}
