import ArgumentParser
import Foundation

/// Runs the command, and writes its error so that a terminal shows it: an error may quote what the user has
/// typed.
@main
enum Main {
  static func main() async {
    do {
      var command = try Countdowns.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let (text, code) = (Countdowns.fullMessage(for: error), Countdowns.exitCode(for: error))
      do {
        // A successful run here printed the help.
        if !text.isEmpty { if code.isSuccess { print(text) } else { try complain(text) } }
      } catch {
        // There is no output left to report it on.
        exit(EXIT_FAILURE)
      }
      exit(code.rawValue)
    }
  }
}
