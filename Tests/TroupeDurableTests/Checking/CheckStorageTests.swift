import Foundation
import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

final class CheckStorageTests: TroupeTestCase {
  func testTheFolderKeepsTheRules() async {
    let folders = Locked<[TestFolder]>([])
    await checkStorage {
      let folder = TestFolder()
      folders.withLock { $0.append(folder) }
      return FolderStorage(path: folder.path)
    }
  }

  func testTheMemoryKeepsTheRules() async {
    await checkStorage { MemoryStorage() }
  }

  func testEachBrokenRuleIsAnIssue() async {
    for fault in BrokenStorage.Fault.allCases {
      let issues = await self.issues { await checkStorage { BrokenStorage(fault) } }
      XCTAssertFalse(issues.isEmpty, "\(fault)")
      XCTAssertTrue(issues.allSatisfy { $0.contains("The storage breaks the rule") }, "\(fault): \(issues)")
    }
  }

  func testAStorageThatFailsCannotBeChecked() async {
    let issues = await self.issues {
      await checkStorage {
        let storage = MemoryStorage()
        storage.isUnavailable = true
        return storage
      }
    }
    XCTAssertTrue(issues.contains { $0.contains("couldn't be checked") }, "\(issues)")
  }

  private func issues(_ body: () async -> Void) async -> [String] {
    let collector = IssueCollector()
    await withIssueReporters([collector]) { await body() }
    return collector.messages
  }
}

/// A storage that breaks a rule.
private struct BrokenStorage: Storage {
  enum Fault: CaseIterable {
    case ignoresRevisions, ignoresCaseOfKeys, forgetsInstants, neverForgets, limitsNothing
    case comparesKeysAsStrings, tellsKeysByStrings
  }

  let fault: Fault
  private let memory = MemoryStorage()

  init(_ fault: Fault) { self.fault = fault }

  private func stored(_ key: StorageKey) -> StorageKey {
    switch fault {
    case .ignoresCaseOfKeys: StorageKey(key.text.lowercased())
    case .comparesKeysAsStrings: StorageKey(key.text.precomposedStringWithCanonicalMapping)
    default: key
    }
  }

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await memory.load(stored(key))
  }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    let key = stored(key)
    let anything = try await memory.load(key)?.revision
    try await memory.save(
      bytes,
      for: key,
      expecting: fault == .ignoresRevisions ? anything : expected,
      as: revision,
      wake: fault == .forgetsInstants ? nil : wake
    )
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    if fault != .neverForgets { try await memory.remove(stored(key), expecting: expected) }
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    let due = try await memory.due(before: instant, limit: fault == .limitsNothing ? .max : limit)
    guard fault == .tellsKeysByStrings else { return due }
    return due.map { due in
      ScheduledKey(key: StorageKey(due.key.text.precomposedStringWithCanonicalMapping), wake: due.wake)
    }
  }
}
