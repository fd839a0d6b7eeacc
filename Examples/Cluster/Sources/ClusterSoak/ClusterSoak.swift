import Foundation

/// Nodes in separate processes, random faults, and measurements of their cost. See ``usage``.
@main
struct ClusterSoak {
  static let usage = """
    usage: ClusterSoak drive [--seconds N] [--seed N] [--lease MILLISECONDS] [--keys N] [--clients N] [--claim] [--without-fence]
           ClusterSoak moves [--lease MILLISECONDS] [--keys N]
           ClusterSoak figures [--seconds N] [--writers N] [--nodes N]
           ClusterSoak homes [--seconds N] [--keys N] [--askers N]
    """

  static func main() async throws {
    signal(SIGPIPE, SIG_IGN)
    do {
      try await run()
    } catch let error as Lab.Missing {
      say("\(error)")
      // A service isn't available.
      exit(69)
    } catch let mistake as Given.Mistake {
      say("\(mistake)\n\(usage)")
      exit(64)
    }
  }

  private static func run() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "node" where words.count == 5:
      let lease = Duration.milliseconds(Int(words[3]) ?? 3_000)
      try await NodeProgram(
        NodeProgram.Options(
          connection: words[1],
          address: words[2],
          lease: lease,
          isFenced: words[4] == "fenced"
        )
      ).run()
    case "drive":
      let given = try Given(
        words,
        options: ["seconds", "seed", "lease", "keys", "clients"],
        flags: ["claim", "without-fence"]
      )
      var options = Soak.Options()
      options.seconds = given["seconds"] ?? options.seconds
      options.seed = given.seed ?? options.seed
      options.lease = .milliseconds(given["lease"] ?? 3_000)
      options.keys = given["keys"] ?? options.keys
      options.clients = given["clients"] ?? options.clients
      options.isClaimed = given.flags.contains("claim")
      options.isFenced = !given.flags.contains("without-fence")
      let isGood = try await Soak(options).run()
      say(
        options.isFenced
          ? isGood ? "No violation was found." : "FAILED"
          : isGood ? "The missing fence was noticed." : "FAILED: the missing fence wasn't noticed."
      )
      exit(isGood ? 0 : 1)
    case "moves":
      let given = try Given(words, options: ["lease", "keys"])
      try await Moves(lease: .milliseconds(given["lease"] ?? 3_000), keys: given["keys"] ?? 1_000).run()
    case "figures":
      let given = try Given(words, options: ["seconds", "writers", "nodes"])
      try await Figures(seconds: given["seconds"] ?? 10, writers: given["writers"] ?? 1_000).run(
        nodes: given["nodes"].map { [$0] } ?? [1, 2, 3]
      )
    case "homes":
      let given = try Given(words, options: ["seconds", "keys", "askers"])
      try await HomesFigures(
        seconds: given["seconds"] ?? 10,
        keys: given["keys"] ?? 1_000,
        askers: given["askers"] ?? 100
      ).run()
    default:
      say(usage)
      exit(64)
    }
  }
}
