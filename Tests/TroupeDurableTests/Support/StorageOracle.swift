import Troupe
import TroupeDurable
import XCTest

/// The known saves under one key, which determine what may be found there.
///
/// A saved revision has replaced one other. So the saves that took effect are a chain, in which each revision
/// follows the one that it expected, and no two follow the same.
final class StorageOracle: Sendable {
  private struct Save {
    let bytes: [UInt8]
    let expected: StorageRevision?
    /// Whether the storage has acknowledged the save.
    var isAcknowledged = false
  }

  private let saves = Locked<[StorageRevision: Save]>([:])

  /// A save begins.
  func begin(_ revision: StorageRevision, _ bytes: [UInt8], expecting expected: StorageRevision?) {
    saves.withLock { $0[revision] = Save(bytes: bytes, expected: expected) }
  }

  /// A save has returned.
  func acknowledge(_ revision: StorageRevision) { saves.withLock { $0[revision]?.isAcknowledged = true } }

  /// The number of acknowledged saves.
  var acknowledged: Int { saves.withLock { $0.values.count(where: \.isAcknowledged) } }

  /// Checks the value that is there at the end: the acknowledged saves lead to it.
  func check(_ value: StoredValue?, file: StaticString = #filePath, line: UInt = #line) {
    let saves = saves.withLock { $0 }
    var chain: Set<StorageRevision> = []
    var next = value?.revision
    while let revision = next {
      guard let save = saves[revision] else {
        return XCTFail("Nobody has saved \(revision).", file: file, line: line)
      }
      guard chain.insert(revision).inserted else { return XCTFail("A circle.", file: file, line: line) }
      next = save.expected
    }
    if let value { XCTAssertEqual(saves[value.revision]?.bytes, value.bytes, file: file, line: line) }
    for (revision, save) in saves where save.isAcknowledged && !chain.contains(revision) {
      XCTFail("\(revision) was acknowledged, and is lost.", file: file, line: line)
    }
  }
}
