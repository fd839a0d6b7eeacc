import Testing
import Troupe
import TroupeTesting

@Suite struct TestIssueReporterSuite {
  @Test func anIssueFailsTheTestAtItsPlace() {
    withKnownIssue {
      withIssueReporters([TestIssueReporter()]) {
        reportIssue("wrong", fileID: "Module/File.swift", filePath: "/File.swift", line: 7, column: 3)
      }
    } matching: { issue in
      issue.comments == ["wrong"] && issue.sourceLocation?.fileID == "Module/File.swift"
        && issue.sourceLocation?.line == 7
    }
  }
}
