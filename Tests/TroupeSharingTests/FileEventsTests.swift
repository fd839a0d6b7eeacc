#if os(Linux)
  import Foundation
  import TestSupport
  import Troupe
  import TroupeDiagnostics
  import TroupeFoundation
  import TroupeSharing
  import TroupeTesting
  import XCTest

  /// Changes of files that the system notifies of.
  final class FileEventsTests: TroupeTestCase {
    /// The calls that a watcher makes of the system.
    private final class Calls: Sendable {
      let opened = Locked(0)
      let added = Locked<Set<Int32>>([])
      let removed = Locked<Set<Int32>>([])
      let isFull = Locked(false)
      let closed: AsyncStream<Void>
      private let close: AsyncStream<Void>.Continuation

      init() { (closed, close) = AsyncStream.makeStream() }

      /// - Parameter flags: What the watches notify of; nil for what the watcher asks for.
      func system(_ flags: UInt32? = nil) -> FileEvents.System {
        let real = FileEvents.System()
        var system = real
        system.open = {
          self.opened.withLock { $0 += 1 }
          return real.open()
        }
        system.add = { queue, folder, mask in
          if self.isFull.withLock({ $0 }) {
            errno = ENOSPC
            return -1
          }
          let watch = real.add(queue, folder, flags ?? mask)
          if watch >= 0 { _ = self.added.withLock { $0.insert(watch) } }
          return watch
        }
        system.remove = { queue, watch in
          real.remove(queue, watch)
          _ = self.removed.withLock { $0.insert(watch) }
        }
        system.close = {
          real.close($0)
          self.close.yield()
        }
        return system
      }

      /// Waits until the queue is closed.
      func waitForClose() async {
        for await _ in closed { return }
      }
    }

    private let folder = TestFolder()

    override func setUp() async throws {
      try await super.setUp()
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    }

    /// Creates a value in a file, which is watched.
    private func number(_ path: String, _ events: FileEvents, fallback: FileWatcher = .none) -> Shared<Int> {
      let url = URL(fileURLWithPath: "\(folder.path)/\(path)")
      return withDependencies {
        $0.defaultFileStorage = .fileSystem
        $0.fileWatcher = .events(events, fallback: fallback)
      } operation: {
        Shared(wrappedValue: 0, .fileStorage(url))
      }
    }

    /// Runs commands of the shell in the folder, in another process.
    private func run(_ commands: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-e", "-c", commands]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      try process.run()
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 0)
    }

    private func wait(_ shared: Shared<Int>, for number: Int) async {
      for await next in shared.values where next == number { return }
    }

    // S885
    func testAFileThatAnotherProgramChangesIsReadAgain() async throws {
      let number = number("number", FileEvents())
      try run("echo 1 > number")
      await wait(number, for: 1)
      try run("echo 2 > new; mv new number")
      await wait(number, for: 2)
      try run("rm number")
      await wait(number, for: 0)
      try run("echo 3 > new; ln new number")
      await wait(number, for: 3)
      XCTAssertNil(number.loadError)
    }

    // S885
    func testAFolderThatIsMissingOrReplacedIsFollowed() async throws {
      let number = number("a/b/number", FileEvents())
      try run("mkdir -p a/b; echo 1 > a/b/number")
      await wait(number, for: 1)
      try run("mv a c")
      await wait(number, for: 0)
      try run("mkdir -p new/b; echo 2 > new/b/number; mv new a")
      await wait(number, for: 2)
      try run("echo 3 > a/b/number")
      await wait(number, for: 3)
      try run("rm -r a")
      await wait(number, for: 0)
      try run("mv c a")
      await wait(number, for: 1)
    }

    // S885
    func testASymbolicLinkThatIsReplacedIsFollowed() async throws {
      // The layout of settings that Kubernetes mounts.
      try run(
        "mkdir one two; echo 1 > one/number; echo 2 > two/number; ln -s one data; ln -s data/number number"
      )
      let number = number("number", FileEvents())
      await wait(number, for: 1)
      try run("ln -s two new; mv -T new data")
      await wait(number, for: 2)
      try run("echo 3 > two/number")
      await wait(number, for: 3)
      try run("ln -sf \"$PWD/one/../one/./number\" number")
      await wait(number, for: 1)
    }

    // S885
    func testManyFilesHaveOneQueueAndItIsClosedWithTheLastOfThem() async throws {
      let calls = Calls()
      let events = FileEvents(calls.system())
      for round in 1...2 {
        do {
          let numbers = (0..<200).map { number("\($0 % 10)/number\($0)", events) }
          try run(
            "mkdir -p 0 1 2 3 4 5 6 7 8 9; for n in $(seq 0 199); do echo \(round)$n > $((n % 10))/number$n; done"
          )
          for (index, number) in numbers.enumerated() {
            await wait(number, for: Int("\(round)\(index)") ?? -1)
          }
        }
        await calls.waitForClose()
        XCTAssertEqual(calls.opened.withLock { $0 }, round)
        XCTAssertEqual(calls.added.withLock { $0 }, calls.removed.withLock { $0 })
        calls.added.withLock { $0 = [] }
        calls.removed.withLock { $0 = [] }
        try run("rm -r *")
      }
    }

    // S885
    func testAfterAnOverflowEachFileIsLookedAt() async throws {
      // The watches notify of nothing that happens here.
      let events = FileEvents(Calls().system(UInt32(IN_DELETE_SELF)))
      let (looks, look) = AsyncStream<Void>.makeStream()
      var iterator = looks.makeAsyncIterator()
      let subscription = events.watch(
        URL(fileURLWithPath: "\(folder.path)/number"),
        fallback: { SharedSubscription {} },
        { look.yield() }
      )
      // The file may have changed before it was watched.
      await iterator.next()
      events.handle([.overflow])
      await iterator.next()
      subscription.cancel()
    }

    // S885
    func testAFileThatTheSystemCannotWatchIsWatchedByTheFallback() async throws {
      let calls = Calls()
      let events = FileEvents(calls.system())
      let begun = Locked(0)
      let ended = Locked(0)
      func watch(_ name: String) -> SharedSubscription {
        events.watch(
          URL(fileURLWithPath: "\(folder.path)/\(name)"),
          fallback: {
            begun.withLock { $0 += 1 }
            return SharedSubscription { ended.withLock { $0 += 1 } }
          },
          {}
        )
      }
      let first = watch("first")
      XCTAssertEqual(begun.withLock { $0 }, 0)
      calls.isFull.withLock { $0 = true }
      let second = watch("second")
      XCTAssertEqual(begun.withLock { $0 }, 1)
      // The path of a file that is watched is followed again, and needs watches.
      events.handle([.overflow])
      XCTAssertEqual(begun.withLock { $0 }, 2)
      await calls.waitForClose()
      XCTAssertEqual(calls.added.withLock { $0 }, calls.removed.withLock { $0 })
      second.cancel()
      XCTAssertEqual(ended.withLock { $0 }, 1)
      first.cancel()
      XCTAssertEqual(ended.withLock { $0 }, 2)

      // No queue stays open for a file without a watch.
      watch("third").cancel()
      await calls.waitForClose()
      XCTAssertEqual(calls.opened.withLock { $0 }, 2)
      var system = FileEvents.System()
      system.open = { -1 }
      let isPolled = Locked(false)
      let subscription = FileEvents(system).watch(
        URL(fileURLWithPath: "\(folder.path)/fourth"),
        fallback: {
          isPolled.withLock { $0 = true }
          return SharedSubscription {}
        },
        {}
      )
      XCTAssertTrue(isPolled.withLock { $0 })
      subscription.cancel()
    }
  }
#endif
