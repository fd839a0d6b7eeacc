import Troupe
import TroupeRecording

/// Replays a recording and fails the test if the reducer's behavior differs from the recording.
///
/// ```swift
/// try await replay("Recordings/checkout.jsonl") { Checkout() }
/// ```
///
/// The failure names the turn and the difference; see `Divergence`. The function works in XCTest and in Swift
/// Testing. To inspect a recording, use `Replay`.
///
/// - Parameters:
///   - path: The path of the recording. A relative path is resolved against the folder of the test's file.
///   - reducer: The reducer.
///   - updateDependencies: A closure that sets the dependencies that aren't recorded. Recorded dependencies
///     are read from the recording.
///   - fileID: The file named in the failure.
///   - filePath: The file's path.
///   - line: The line named in the failure.
///   - column: The column named in the failure.
/// - Throws: A `ReplayError` if the recording can't be read, or if an action or a state in it can no longer
///   be decoded.
nonisolated(nonsending)
  public func replay<State: Codable, Action: Codable & Sendable>(
    _ path: String,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws
{
  let file = "\(filePath)"
  let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
  let replay = try Replay(
    path.hasPrefix("/") ? path : "\(folder)\(path)",
    reducer: reducer,
    withDependencies: updateDependencies
  )
  guard let divergence = try replay.divergence() else { return }
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  reportIssue("\(divergence)", at: location)
}
