import Foundation
import Troupe
import TroupeDurable

/// Delivers the lines of the standard input. `Starter [FOLDER]` saves them in the folder first.
@main
enum Main {
  static func main() async {
    let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
    let signals = await Signals([SIGINT, SIGTERM]) { end.yield(.success(())) }
    do {
      let folder = CommandLine.arguments.dropFirst().first ?? "messages"
      let service = try await Service(storage: FolderStorage(path: folder))
      // Reading a line can't be cancelled: after a signal, the program ends without this task.
      Task {
        do {
          try await service.run(StandardInput.lines())
          end.yield(.success(()))
        } catch {
          end.yield(.failure(error))
        }
      }
      var results = ends.makeAsyncIterator()
      let result = await results.next()
      let report = await service.shutdown()
      try result?.get()
      signals.end()
      if !report.isComplete { fail("\(report)") }
      exit(0)
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(text)\n".utf8))
    exit(1)
  }
}
