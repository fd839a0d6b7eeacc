import Troupe
import TroupeDiagnostics

/// Checks that a storage keeps the rules of the ``Storage`` protocol. Use it to test a custom storage.
///
/// ```swift
/// await checkStorage { MemoryStorage() }
/// ```
///
/// Each broken rule is reported as an issue at the caller's line, and issues fail tests that use
/// `TroupeTesting`. The checks cover the values and revisions of keys, conflicts, removals, scheduled keys,
/// concurrent saves and cancellation. They can't cover crashes and failures of the medium, which depend on
/// the medium.
///
/// It resumes when all rules are checked. Cancelling the calling task makes the checks fail.
///
/// - Parameters:
///   - makeStorage: Creates an empty storage. It is called for each rule.
///   - fileID: The file named in issues.
///   - filePath: The path of that file.
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
      // No other task of the check has changed the key.
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
