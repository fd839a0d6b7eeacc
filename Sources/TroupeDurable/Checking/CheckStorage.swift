import Troupe
import TroupeDiagnostics

/// Checks that a storage obeys the rules of the ``Storage`` protocol. Use this function to test a custom
/// storage.
///
/// ```swift
/// await checkStorage { MemoryStorage() }
/// ```
///
/// Each broken rule is reported as an issue at the caller's line. Issues fail tests that use `TroupeTesting`.
/// The checks cover values and revisions, conflicts, removals, scheduled keys, concurrent saves and
/// cancellation. The checks can't cover crashes and media failures, because these depend on the medium.
///
/// The function resumes when all rules have been checked. Cancelling the calling task makes the checks fail.
///
/// - Parameters:
///   - makeStorage: A closure that creates an empty storage. It is called once for each rule.
///   - fileID: The file named in issues.
///   - filePath: The file's path.
///   - line: The line named in issues.
///   - column: The column named in issues.
public func checkStorage(
  _ makeStorage: @Sendable () async throws -> any Storage,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  for (rule, check) in StorageRules.all {
    do {
      try await check(StorageRules(storage: makeStorage()))
    } catch let broken as StorageRules.Broken {
      reportIssue("The storage breaks the rule \"\(rule)\": \(broken.text)", at: location)
    } catch let error as StorageError where error.code == .superseded {
      // No task in this check could have changed the key in the meantime.
      reportIssue(
        "The storage breaks the rule \"\(rule)\": a call was superseded without a conflict.",
        at: location
      )
    } catch {
      reportIssue(
        "The storage couldn't be checked for the rule \"\(rule)\": it threw \(IssueText.error(error))",
        at: location
      )
    }
  }
}
