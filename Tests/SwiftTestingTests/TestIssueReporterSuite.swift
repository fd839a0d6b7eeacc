import Testing
import Troupe
import TroupeTesting

private struct Sour: Error {}

private func souring(_ configuration: StoreConfiguration<Int> = StoreConfiguration()) -> Store<Int, Int> {
  Store(initialState: 0, configuration: configuration) {
    Reduce<Int, Int> { _, _ in .run { _ in throw Sour() } }
  }
}

@Suite(.inInnerRun) struct TestIssueReporterFailureSuite {
  // S523
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

  /// Expects one failure of a body, without a reporter being set.
  private func expectFailure(_ text: String, _ body: () async throws -> Void) async rethrows {
    let messages = Locked<[String]>([])
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      messages.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let all = messages.withLock { $0 }
    #expect(all.count == 1)
    #expect(all.first?.contains(text) == true)
  }

  // S523
  @Test func anErrorOfAnEffectOfAPlainStoreFailsTheTest() async {
    let store = souring()
    await expectFailure("threw an error that wasn't caught") { await store.send(1).finish() }
    withExtendedLifetime(store) {}
  }

  // S523
  @Test func anErrorOfAnEffectFailsTheTestOnASchedulerToo() async throws {
    let scheduler = Scheduler()
    try await expectFailure("threw an error that wasn't caught") {
      let store = souring(scheduler.configuration())
      try await scheduler.run { await store.send(1).finish() }
    }
  }
}

@Suite struct TestIssueReporterSuite {
  // S523
  @Test func whoeverSetsAReporterHasNoFailures() async {
    let store = souring()
    await withIssueReporters([]) { await store.send(1).finish() }
    withExtendedLifetime(store) {}
  }
}
