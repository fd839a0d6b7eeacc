import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

// Commits numbers to a store in a folder: `StoreProcess folder key first count`. It writes a line for each
// visible result: `started 3` when an effect of a number starts, `committed 3` when a number is saved, and at
// the end `superseded` if another process has taken the key. It ends after the given count, or when it is
// killed. With a fifth argument, it stops itself after that many commits, until it is continued.

struct Numbers: Reducer {
  struct State: Codable, Sendable { var numbers: [Int] = [] }
  enum Action: Sendable { case add(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.numbers.append(number)
        return .run { _ in say("started \(number)") }
      }
    }
  }
}

@Sendable
func say(_ line: String) {
  // Written at once, so that it isn't lost when the process is killed.
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

@main
struct StoreProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard (5...6).contains(arguments.count), let first = Int(arguments[3]), let count = Int(arguments[4])
    else {
      fatalError("StoreProcess folder key first count [pause]")
    }
    let pause = arguments.count == 6 ? Int(arguments[5]) : nil
    let store = try await Store(
      initialState: Numbers.State(),
      storage: FolderStorage(path: arguments[1]),
      key: StorageKey(arguments[2]),
      codec: StateCodec(format: JSONFormat())
    ) {
      Numbers()
    }
    say("opened")
    // The closed store is what the test shows, and needs no issue.
    await withIssueReporters([]) {
      for number in first..<first + count {
        do throws(CommitError) {
          try await store.commit(.add(number))
          say("committed \(number)")
          if number - first + 1 == pause {
            say("paused")
            kill(getpid(), SIGSTOP)
          }
        } catch {
          say(error.code == .superseded ? "superseded" : "\(error)")
          break
        }
      }
    }
  }
}
