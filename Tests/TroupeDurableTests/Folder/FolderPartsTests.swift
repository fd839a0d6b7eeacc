import Dispatch
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// The parts of a ``FolderStorage``.
final class FolderPartsTests: TroupeTestCase {
  func testTheHashIsTheOneOfTheStandard() {
    let hashes = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      String(repeating: "a", count: 1_000):
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
      // Around the length of a block, which the length of the text is a part of.
      String(repeating: "a", count: 55): "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
      String(repeating: "a", count: 63): "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
      String(repeating: "a", count: 64): "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
    ]
    for (text, hash) in hashes { XCTAssertEqual(SHA256.hash(of: text.utf8), hash) }
  }

  func testTheChecksumIsTheOneOfXZ() {
    XCTAssertEqual(CRC64.checksum(of: Array("123456789".utf8)[...]), 0x995D_C9BB_DF19_39FA)
    XCTAssertEqual(CRC64.checksum(of: [][...]), 0)
  }

  func testNamesOfFilesTellTheirKeys() {
    let keys: [StorageKey] = ["", "tea-1_x", "Tea", "a/b", "%2f", "..", "é", "e\u{301}", "~", "a\0"]
    for key in keys {
      let name = FileName(of: key)
      XCTAssertEqual(name.key, key)
      XCTAssertTrue(
        name.text.allSatisfy { $0.isASCII && !$0.isUppercase && $0 != "/" && $0 != "." },
        name.text
      )
    }
    XCTAssertEqual(Set(keys.map { FileName(of: $0).text }).count, keys.count)
    let (whole, long) = (StorageKey(String(repeating: "a", count: 100)), String(repeating: "a", count: 101))
    XCTAssertEqual(FileName(of: whole).text, whole.text)
    XCTAssertEqual(FileName(of: StorageKey(long)).text, "~" + SHA256.hash(of: long.utf8))
    XCTAssertNil(FileName(of: StorageKey(long)).key)
    let others = [
      "%", "%2", "%zz", "A", "%41x%", "%2F", "%+f", "%61", "%ff", "e\u{301}", "a\nb", "a.b", "~", "~" + long,
      "~" + SHA256.hash(of: long.utf8).uppercased(), whole.text + "a",
    ]
    for text in others { XCTAssertNil(FileName(text: text), text) }
    for key in keys { XCTAssertEqual(FileName(text: FileName(of: key).text)?.key, key) }
    XCTAssertEqual(FileName(text: "~" + SHA256.hash(of: long.utf8)), FileName(of: StorageKey(long)))
  }

  func testAHeaderHasTheLowBytesOfTheRevisionFirst() throws {
    let revision = try XCTUnwrap(StorageRevision("000102030405060708090a0b0c0d0e0f"))
    let bytes = FileHeader("key", revision, nil, []).encoded
    XCTAssertEqual(Array(bytes[16..<32]), (0...15).reversed())
    XCTAssertEqual(try FileHeader(bytes).revision, revision)
  }

  func testMarkersAreInTheOrderOfTheirInstants() {
    var generator = SeededGenerator(seed: 1)
    var instants = (0..<1_000).map { _ in
      let seconds = Int64.random(in: -10...10, using: &generator)
      let attoseconds = Int64.random(
        in: -1_000_000_000_000_000_000...1_000_000_000_000_000_000,
        using: &generator
      )
      return WallClockInstant(
        sinceEpoch: Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
      )
    }
    instants.sort()
    let names = instants.map { WakeMarker($0, FileName(of: "key")).text }
    XCTAssertEqual(names, names.sorted())
    XCTAssertEqual(names.compactMap { WakeMarker(text: $0)?.wake }, instants)
    let name = names[0]
    let others = [
      "complete", "", "1", "1.2", "x.0.key", name.uppercased(), "+" + name.dropFirst(), "0" + name,
      name + ".a",
      "8000000000000000.de0b6b3a7640000.key", "8000000000000000.-00000000000001.key",
      "8000000000000000.000000000000000.K",
    ]
    for text in others { XCTAssertNil(WakeMarker(text: text), text) }
    XCTAssertNotNil(WakeMarker(text: "8000000000000000.000000000000000.key"))
  }

  func testALockExcludesOthersAlsoWhenItsFileIsRemovedMeanwhile() async throws {
    let folder = TestFolder()
    _ = try await FolderStorage(path: folder.path).load("key")
    let guests = Guests()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let threads = FileThreads(limit: 1)
          for _ in 0..<50 {
            await threads.run { Self.enter("\(folder.path)/locks/key.lock", guests) }
          }
        }
      }
    }
    XCTAssertEqual(guests.entered.withLock { $0 }, 400)
    XCTAssertEqual(folder.files("locks"), [])
  }

  /// Takes a lock as soon as it is available, and checks that it is exclusive.
  private static func enter(_ path: String, _ guests: Guests) {
    while true {
      guard let lock = try? KeyLock.take(path, FileCalls()) else { continue }
      XCTAssertEqual(
        guests.inside.withLock {
          $0 += 1; return $0
        },
        1
      )
      guests.entered.withLock { $0 += 1 }
      guests.inside.withLock { $0 -= 1 }
      withExtendedLifetime(lock) {}
      return
    }
  }

  func testWorkForOneKeyIsDoneInOrderAndOtherWorkBesideIt() async {
    let threads = FileThreads(limit: 3)
    let log = WorkLog()
    await withTaskGroup { group in
      for key in ["a", "b", "c", "d"] as [StorageKey] {
        group.addTask {
          await withTaskGroup { group in
            for number in 0..<100 {
              group.addTask {
                await threads.run(key) {
                  log.running.withLock {
                    XCTAssertEqual($0[key, default: 0], 0); $0[key] = 1
                  }
                  log.order.withLock { $0[key, default: []].append(number) }
                  log.running.withLock { $0[key] = 0 }
                }
              }
            }
          }
        }
      }
    }
    XCTAssertEqual(
      log.order.withLock { $0.values.map { $0.sorted() } },
      Array(repeating: Array(0..<100), count: 4)
    )
    XCTAssertLessThanOrEqual(threads.count, 3)
  }

  func testWorkWaitsForAThreadAndForWorkOfItsKey() async throws {
    try await underSeeds(1) { scheduler, _ in
      for limit in 1...2 {
        let threads = FileThreads(limit: limit)
        let (done, reached, proceed) = (Collector<String>(), Gate(), DispatchSemaphore(value: 0))
        XCTAssertEqual(threads.count, 0)
        var tasks: [Task<Void, Never>] = []
        // With two threads, the second one is blocked as well.
        for first in ["a1", "x1"].prefix(limit) {
          tasks.append(
            Task(executorPreference: scheduler) {
              await threads.run(StorageKey(String(first.prefix(1)))) {
                if first == ["a1", "x1"][limit - 1] { reached.open() }
                proceed.wait()
                done.append(first)
              }
            }
          )
          await scheduler.settle()
        }
        await reached.wait()
        for name in ["a2", "a3", "b1", "-1", "a4", "-2"] {
          tasks.append(
            Task(executorPreference: scheduler) {
              let key = name.hasPrefix("-") ? nil : StorageKey(String(name.prefix(1)))
              await threads.run(key) { done.append(name) }
            }
          )
          await scheduler.settle()
        }
        XCTAssertEqual(threads.count, limit)
        XCTAssertEqual(done.count, 0)
        for _ in 0..<limit { proceed.signal() }
        for task in tasks { await task.value }
        if limit == 1 { XCTAssertEqual(done.all, ["a1", "b1", "-1", "-2", "a2", "a3", "a4"]) }
        XCTAssertEqual(done.all.filter { $0.hasPrefix("a") }, ["a1", "a2", "a3", "a4"])
        // Finished entries are forgotten.
        let again = await threads.run("a") { "again" }
        XCTAssertEqual(again, "again")
      }
    }
  }
}

private final class Guests: Sendable {
  let inside = Locked(0)
  let entered = Locked(0)
}

private final class WorkLog: Sendable {
  let order = Locked<[StorageKey: [Int]]>([:])
  let running = Locked<[StorageKey: Int]>([:])
}
