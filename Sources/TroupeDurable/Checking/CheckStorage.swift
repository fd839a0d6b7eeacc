import Troupe
import TroupeDiagnostics

/// Checks that a storage keeps the rules of the ``Storage`` protocol. Use it in the tests of your own
/// storage.
///
/// ```swift
/// await checkStorage { MemoryStorage() }
/// ```
///
/// Each broken rule is an issue at the caller's line, and issues fail tests that use `TroupeTesting`. The
/// checks cover the values and revisions of keys, conflicts, removals, the keys that are due, concurrent
/// saves and cancellation. They can't cover crashes and failures of the medium, which need knowledge of it.
///
/// It resumes when all rules are checked. Cancelling the calling task lets the checks fail.
///
/// - Parameters:
///   - makeStorage: Makes an empty storage. It is called for each rule.
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
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  for (rule, check) in StorageRules.all {
    do {
      try await check(StorageRules(storage: makeStorage()))
    } catch let broken as StorageRules.Broken {
      reportIssue("The storage breaks the rule \"\(rule)\": \(broken.text)", at: location)
    } catch let error as StorageError where error.code == .superseded {
      // No other task of the check has changed the key.
      reportIssue("The storage breaks the rule \"\(rule)\": a call was superseded by nobody.", at: location)
    } catch {
      reportIssue(
        "The storage couldn't be checked for the rule \"\(rule)\": it threw \(IssueText.error(error))",
        at: location
      )
    }
  }
}
