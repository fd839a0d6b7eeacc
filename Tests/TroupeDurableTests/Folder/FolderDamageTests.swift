import Foundation
import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// Every file of a folder, damaged in every way: each operation is as before, or names the file.
final class FolderDamageTests: TroupeTestCase {
  /// The first and the last byte of each part of a header.
  private static let offsets = [0, 7, 8, 15, 16, 31, 32, 33, 40, 41, 48, 49, 56, 57, 64, 65, 68, 69]

  private func offsets(_ size: Int) -> [Int] {
    Set(Self.offsets + [size / 2, size - 1]).filter { (0..<size).contains($0) }.sorted()
  }

  private func states(_ folder: DamagedFolder) -> [String] { folder.files.filter { $0.hasSuffix(".state") } }

  // S776
  func testAFlippedBit() async throws {
    let folder = try await DamagedFolder()
    for file in folder.files {
      for (turn, offset) in offsets(folder.size(of: file)).enumerated() {
        let told = try await folder.check("bit of \(file) at \(offset)", names: [file], turn: turn) {
          try $0.change(file) { $0[offset] ^= 0x10 }
        }
        XCTAssertEqual(told.count, file.hasPrefix("states/") ? 1 : 0, "\(file) at \(offset)")
      }
    }
  }

  // S776
  func testAFileThatIsTooShortOrTooLong() async throws {
    let folder = try await DamagedFolder()
    for file in folder.files {
      for (turn, count) in offsets(folder.size(of: file)).enumerated() {
        let told = try await folder.check("\(file) cut to \(count)", names: [file], turn: turn) {
          try $0.change(file) { $0.removeLast($0.count - count) }
        }
        XCTAssertEqual(told.count, file.hasPrefix("states/") ? 1 : 0, "\(file) cut to \(count)")
      }
      for more in [1, 100_000] {
        try await folder.check("\(file) with \(more) more", names: [file]) {
          try $0.change(file) { $0 += Array(repeating: 0, count: more) }
        }
      }
    }
  }

  // S776
  func testAFileOrAFolderThatIsDeleted() async throws {
    let folder = try await DamagedFolder()
    for file in folder.files + DamagedFolder.folders + ["locks"] {
      try await folder.check("\(file) deleted", names: [file]) { try $0.remove(file) }
    }
  }

  // S776
  func testTwoFilesThatAreExchangedOrCopied() async throws {
    let folder = try await DamagedFolder()
    var turn = 0
    for first in folder.files {
      for second in folder.files
      where first.prefix(while: { $0 != "/" }) == second.prefix(while: { $0 != "/" }) {
        guard first != second else { continue }
        turn += 1
        let told = try await folder.check("\(first) in place of \(second)", names: [second], turn: turn) {
          folder in
          try folder.remove(second)
          try FileManager.default.copyItem(
            atPath: "\(folder.path)/\(first)",
            toPath: "\(folder.path)/\(second)"
          )
        }
        XCTAssertEqual(told.count, first.hasPrefix("states/") ? 1 : 0, "\(first), \(second)")
        try await folder.check("\(first) moved to \(second)", names: [first, second], turn: turn) { folder in
          try folder.remove(second)
          try FileManager.default.moveItem(
            atPath: "\(folder.path)/\(first)",
            toPath: "\(folder.path)/\(second)"
          )
        }
        guard first < second else { continue }
        try await folder.check("\(first) and \(second) exchanged", names: [first, second]) { folder in
          let (one, other, between) = (
            "\(folder.path)/\(first)", "\(folder.path)/\(second)", "\(folder.path)/x"
          )
          try FileManager.default.moveItem(atPath: one, toPath: between)
          try FileManager.default.moveItem(atPath: other, toPath: one)
          try FileManager.default.moveItem(atPath: between, toPath: other)
        }
      }
    }
  }

  // S776
  func testACopyUnderAnotherNameIsNoValueOfThatKey() async throws {
    let folder = try await DamagedFolder()
    for file in states(folder) {
      for copy in ["none.state", "x.state"] {
        try await folder.check("\(file) as \(copy)", names: ["states/\(copy)"]) { folder in
          try FileManager.default.copyItem(
            atPath: "\(folder.path)/\(file)",
            toPath: "\(folder.path)/states/\(copy)"
          )
        }
      }
    }
  }

  // S776
  func testSomethingElseInThePlaceOfAFile() async throws {
    let folder = try await DamagedFolder()
    for file in folder.files + DamagedFolder.folders + ["locks"] {
      for thing in Thing.allCases {
        try await folder.check("\(thing) at \(file)", names: [file]) { folder in
          try folder.remove(file)
          try thing.make("\(folder.path)/\(file)")
        }
      }
    }
  }

  // S776
  func testSomethingElseInThePlaceOfALockOrANewFile() async throws {
    let folder = try await DamagedFolder()
    for file in ["locks/a.lock", "states/a.new"] {
      for thing in Thing.allCases {
        let told = try await folder.check("\(thing) at \(file)", names: [file]) { folder in
          try thing.make("\(folder.path)/\(file)")
        }
        XCTAssertEqual(told, [], "\(thing) at \(file)")
      }
    }
  }

  /// A bad sector, or a file that another user has written.
  // S776
  func testAFileThatCannotBeReadKeepsNoOtherKeyFromBeingFound() async throws {
    let folder = try await DamagedFolder()
    for file in states(folder) {
      for (name, number) in [(.read, EIO), (.open, EACCES), (.open, EPERM)] as [(FileCalls.Call.Name, Int32)]
      {
        let calls = FileCalls { call in
          call.name == name && call.path.hasSuffix(file) ? .fail(errno: number) : .perform
        }
        let told = try await folder.check("\(name) of \(file) with \(number)", names: [file], calls: calls) {
          _ in
        }
        XCTAssertEqual(told.count, 1, file)
      }
    }
  }

  // S776
  func testTheMarkersAndOneHeaderAreDamaged() async throws {
    let folder = try await DamagedFolder()
    for file in states(folder) {
      try await folder.check("\(file) damaged, and no markers", names: [file, "wakes"]) {
        try $0.change(file) { $0[33] ^= 1 }
        try $0.remove("wakes")
      }
      try await folder.check("\(file) deleted, and no markers", names: [file, "wakes"]) {
        try $0.remove(file)
        try $0.remove("wakes")
      }
    }
  }

  /// A file that was restored from a backup is used, and its alarm rings.
  // S776
  func testAFileThatIsPutBackIsDue() async throws {
    for isRebuilt in [false, true] {
      let folder = TestFolder()
      let storage = FolderStorage(path: folder.path)
      let wake = WallClockInstant.start.advanced(by: .seconds(1))
      try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: wake)
      let path = "\(folder.path)/states/key.state"
      try FileManager.default.copyItem(atPath: path, toPath: "\(folder.path)/backup")
      try folder.change("states/key.state") { $0[70] ^= 1 }
      if isRebuilt { try folder.remove("wakes") }
      let again = FolderStorage(path: folder.path)
      let damaged = try await again.due(before: DamagedFolder.end, limit: 10)
      XCTAssertEqual(damaged.map(\.key), ["key"])
      try folder.remove("states/key.state")
      try FileManager.default.copyItem(atPath: "\(folder.path)/backup", toPath: path)
      let due = try await again.due(before: DamagedFolder.end, limit: 10)
      XCTAssertEqual(due, [ScheduledKey(key: "key", wake: wake)])
      let value = try await again.load("key")
      XCTAssertEqual(value?.bytes, [1])
    }
  }

  /// Another process removes the key while this one loads it, before it looks for the key's file.
  // S776
  func testAKeyThatIsRemovedDuringALoadIsNotMissed() async throws {
    let folder = TestFolder()
    let isRemoving = Locked(false)
    let storage = FolderStorage(
      path: folder.path,
      calls: FileCalls { call in
        if call.name == .examine, call.path.hasSuffix(".key"), isRemoving.withLock({ $0 }) {
          isRemoving.withLock { $0 = false }
          for file in ["keys/key.key", "states/key.state"] { try? folder.remove(file) }
        }
        return .perform
      }
    )
    try await storage.save([1], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
    isRemoving.withLock { $0 = true }
    let value = try await storage.load("key")
    XCTAssertEqual(value?.bytes, [1])
    let none = try await storage.load("key")
    XCTAssertNil(none)
    try await storage.save([2], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
  }

  /// Errors and issues have room for a long path.
  // S776
  func testTheErrorsOfStoresNameTheFile() async throws {
    try await underSeeds(1) { scheduler, clock in
      let folder = TestFolder(inMemory: ())
      let path = folder.path + String(repeating: "/" + String(repeating: "long", count: 20), count: 5)
      let (storage, issues) = (FolderStorage(path: path), IssueCollector())
      let file = String(path.dropFirst(folder.path.count + 1)) + "/states/journal.state"
      try await withIssueReporters([issues]) {
        let store = try await Journal.open(storage, on: scheduler)
        try await store.commit(.add(1))
        try folder.change(file) { $0[33] ^= 1 }
        let error = await commitError { try await store.commit(.add(2)) }
        XCTAssertEqual(error?.code, .corrupt)
        XCTAssertTrue(error.map { "\($0)".contains(file) } == true, "\(String(describing: error))")
        let opening = await expect(.corrupt, try await Journal.open(storage, on: scheduler))
        XCTAssertTrue(opening.map { "\($0)".contains(file) } == true, "\(String(describing: opening))")
        var configuration = StoreDirectoryConfiguration()
        (configuration.executor, configuration.taskExecutor) = (scheduler, scheduler)
        let directory = StoreDirectory(configuration: configuration) { (key: String) in
          try await Journal.open(storage, StorageKey(key), on: scheduler)
        }
        let events = await directory.events()
        let run = Task(executorPreference: scheduler) {
          try await directory.run(waking: storage, now: { .start }) { $0.text }
        }
        for await event in events { if case .failed = event.kind { break } }
        await scheduler.settle()
        await directory.shutdown(within: .zero, clock: clock)
        _ = await run.result
      }
      // The issue of the closed store, and the issue of the directory.
      XCTAssertEqual(issues.messages.count, 2, "\(issues.messages)")
      for issue in issues.messages { XCTAssertTrue(issue.contains(file), issue) }
    }
  }

  /// On a read-only disk, existing values are found, and lost ones are named. Nothing can be repaired.
  // S776
  func testADiskThatIsReadOnly() async throws {
    let isReadOnly = Locked(false)
    let calls = FileCalls { call in
      // An existing folder also exists on such a disk.
      let fails =
        call.name == .rename || call.name == .remove || call.name == .write || call.path.hasSuffix(".lock")
      return fails && isReadOnly.withLock { $0 } ? .fail(errno: EROFS) : .perform
    }
    let folder = TestFolder()
    let storage = FolderStorage(path: folder.path, calls: calls)
    let (early, late) = (WallClockInstant.start, WallClockInstant.start.advanced(by: .seconds(9)))
    for (key, wake) in [("a", early), ("b", early), ("c", nil), ("d", early)]
      as [(StorageKey, WallClockInstant?)]
    {
      let first = StorageRevision()
      try await storage.save([1], for: key, expecting: nil, as: first, wake: wake)
      if key == "b" {
        let backup = "\(folder.path)/backup"
        try FileManager.default.copyItem(atPath: "\(folder.path)/states/b.state", toPath: backup)
        try await storage.save([2], for: key, expecting: first, as: StorageRevision(), wake: late)
        try folder.remove("states/b.state")
        try FileManager.default.moveItem(atPath: backup, toPath: "\(folder.path)/states/b.state")
      }
      if key == "d" {
        isReadOnly.withLock { $0 = true }
        // The save can't remove the marker, and neither can the operation that finds it.
        await expect(
          .unavailable,
          try await storage.save([2], for: key, expecting: first, as: StorageRevision(), wake: late)
        )
        isReadOnly.withLock { $0 = false }
      }
    }
    try folder.remove("states/c.state")
    isReadOnly.withLock { $0 = true }
    for storage in [storage, FolderStorage(path: folder.path, calls: calls)] {
      let due = try await storage.due(before: DamagedFolder.end, limit: 10)
      XCTAssertEqual(Set(due), Set(["a", "b", "d"].map { ScheduledKey(key: $0, wake: early) }), "\(due)")
      for key in ["a", "b", "d"] as [StorageKey] {
        let value = try await storage.load(key)
        XCTAssertEqual(value?.bytes, [1])
      }
      let lost = await expect(.corrupt, try await storage.load("c"))
      XCTAssertTrue(
        lost.map { "\($0)".contains("states/c.state: the file is missing") } == true,
        "\(lost, default: "")"
      )
      let error = await expect(
        .unavailable,
        try await storage.save([2], for: "x", expecting: nil, as: StorageRevision(), wake: nil)
      )
      XCTAssertEqual(error?.isPermanent, true)
    }
  }

  /// Of a file with a hole of a terabyte, only the header is read.
  // S776
  func testAFileOfAnyLengthIsDamagedAndNotReadWhole() async throws {
    let folder = try await DamagedFolder()
    for file in states(folder) {
      for content in [nil, 0] as [UInt8?] {
        try await folder.check("\(file) with a hole", names: [file]) { folder in
          if let content { try folder.change(file) { $0 = Array(repeating: content, count: 600) } }
          XCTAssertEqual(truncate("\(folder.path)/\(file)", 1 << 40), 0)
        }
      }
    }
  }

  /// Names that aren't UTF-8, have line breaks or other letters, and files of other programs.
  // S779
  func testOtherNamesAreLeftAlone() async throws {
    let folder = try await DamagedFolder()
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array("a\n.state".utf8), Array("a.state\n".utf8), Array("A.state".utf8),
      Array("a.state~".utf8), Array("%zz.new".utf8), Array("~.lock".utf8), [0x61, 0xFF] + Array(".new".utf8),
      Array("e\u{301}.key".utf8), Array("1.2.a".utf8), Array("8000000000000000.000000000000000.B".utf8),
      Array("0000000000000000.-00000000000001.key".utf8),
      Array("README".utf8), Array(".DS_Store".utf8), Array(repeating: 0x61, count: 255),
    ]
    for subfolder in DamagedFolder.folders + ["locks", "."] {
      for thing in Thing.allCases {
        let told = try await folder.check("\(thing) with odd names in \(subfolder)", names: [], turn: nil) {
          folder in
          for name in names {
            // A string can't have such names.
            let path =
              "\(folder.path)/\(subfolder)/".utf8.map { CChar(bitPattern: $0) }
              + name.map { CChar(bitPattern: $0) } + [0]
            try thing.make(bytes: path)
          }
        }
        XCTAssertEqual(told, [], "\(thing) in \(subfolder)")
      }
    }
  }
}

/// Something that isn't a file of a storage.
enum Thing: CaseIterable {
  case folder, pipe, socket, linkToNothing, linkToItself, linkToAnother, device

  func make(_ path: String) throws {
    let files = FileManager.default
    switch self {
    case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .pipe: try check(mkfifo(path, 0o600))
    case .socket: try check(mknod(path, S_IFSOCK | 0o600, 0))
    case .linkToNothing: try files.createSymbolicLink(atPath: path, withDestinationPath: "/nothing/is/here")
    case .linkToItself: try files.createSymbolicLink(atPath: path, withDestinationPath: path)
    case .linkToAnother: try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    // Only root may create devices. For others, a pipe serves as well.
    case .device: try check(getuid() == 0 ? mknod(path, S_IFCHR | 0o600, 0x0105) : mkfifo(path, 0o600))
    }
  }

  /// Creates it under a name that needn't be UTF-8.
  func make(bytes path: [CChar]) throws {
    switch self {
    case .folder: try check(mkdir(path, 0o700))
    case .pipe: try check(mkfifo(path, 0o600))
    case .socket: try check(mknod(path, S_IFSOCK | 0o600, 0))
    case .linkToNothing: try check(symlink("/nothing/is/here", path))
    case .linkToItself: try check(symlink(path, path))
    case .linkToAnother: try check(symlink("/dev/zero", path))
    case .device: try check(mkfifo(path, 0o600))
    }
  }

  private func check(_ result: Int32) throws {
    if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
