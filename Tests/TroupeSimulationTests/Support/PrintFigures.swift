import Foundation

/// Prints figures in runs with `TROUPE_SIMULATIONS`. Other runs of tests print nothing.
func printFigures(_ text: @autoclosure () -> String) {
  if ProcessInfo.processInfo.environment["TROUPE_SIMULATIONS"] != nil { print(text()) }
}
