import ArgumentParser

/// Compares what the macros' scanner reads in Swift sources with what swift-syntax reads there.
@main
struct ScannerOracle: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares the results of the macros' scanner with swift-syntax.",
    discussion: """
      Prints how much was compared, and each disagreement with its file and line. If there is one, it exits with 1.
      """
  )

  @Argument(help: "Files, and folders whose .swift files are read. Equal files are read once.")
  var paths: [String]

  @Option(help: "How many disagreements are printed.")
  var limit = 50

  func run() throws {
    var report = Report(limit: limit)
    for path in try swiftFiles(in: paths) {
      guard let file = try SourceFile(path: path) else {
        report.unreadable += 1
        continue
      }
      report.compare(file)
    }
    print(report.summary)
    if report.disagreements > 0 { throw ExitCode.failure }
  }
}
