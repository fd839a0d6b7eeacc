import ArgumentParser
import ServiceLifecycle
import TroupeInspector
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

  @Flag(help: "Show the countdowns in a browser on this machine. It prints the address of the page.")
  var inspect = false

  @Option(help: "The port of that page; 0 for a free one.")
  var inspectPort: UInt16 = 0

  func validate() throws {
    if interval == .zero { throw ValidationError("The interval can't be zero.") }
    // Otherwise, countdowns that are added in the meantime would ring too late.
    if interval > .seconds(86_400) { throw ValidationError("The interval can't be longer than a day.") }
  }

  func run() async throws {
    var services: [any Service] = []
    var inspector: Inspector?
    if inspect {
      // The user looks at countdowns of their own.
      var options = InspectorOptions()
      options.showsPayloads = true
      let made = Inspector(options: options)
      services.append(
        InspectorServer(made, port: Int(inspectPort)) { address in
          do {
            try say("inspect \(address)")
          } catch {
            // Without an output, nobody can open the page.
          }
        }
      )
      inspector = made
    }
    services.append(AlarmClock(folder: countdowns.countdowns, interval: interval, inspector: inspector))
    try await ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint]).run()
  }
}
