import Foundation
import TestSupport

/// Calls a body once for each possible sequence of its choices.
///
/// - Parameter body: The body. It calls the function that it gets with the number of options, and uses the
///   returned number. Its choices must depend only on the earlier choices.
func forAllChoices(_ body: (_ choose: (_ options: Int) -> Int) throws -> Void) rethrows {
  var path: [Int] = []
  while true {
    var options: [Int] = []
    try body { count in
      if options.count == path.count { path.append(0) }
      options.append(count)
      return path[options.count - 1]
    }
    while let last = path.last, last + 1 >= options[path.count - 1] { path.removeLast() }
    guard let last = path.popLast() else { return }
    path.append(last + 1)
  }
}

/// Returns the number that an environment variable contains, or a default.
func count(_ variable: String, default count: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? count
}
