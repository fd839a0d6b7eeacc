import Foundation
import TestSupport
import Troupe
import TroupeDiagnostics
import TroupeFoundation
import TroupeSharing
import TroupeTesting
import XCTest

/// Keys of files and settings.
final class FoundationKeyTests: TroupeTestCase {
  struct Settings: Codable, Equatable, Sendable {
    var theme = "light"
    var size = 12
  }

  enum Theme: String, Sendable { case light, dark }
  enum Size: Int, Sendable { case small = 1, large = 2 }

  private let folder = TestFolder()

  private func url(_ name: String = "settings.json") throws -> URL {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    return URL(fileURLWithPath: "\(folder.path)/\(name)")
  }

  /// Calls a watcher's closure when a test says so.
  private final class Watching: Sendable {
    let changed = Locked<(@Sendable () -> Void)?>(nil)
    private let (ended, end) = AsyncStream<Never>.makeStream()

    var watcher: FileWatcher {
      FileWatcher { _, changed in
        self.changed.withLock { $0 = changed }
        return SharedSubscription {
          self.changed.withLock { $0 = nil }
          self.end.finish()
        }
      }
    }

    func fire() { changed.withLock { $0 }?() }

    /// Waits until the subscription has been cancelled. The task of a save keeps the value a little longer
    /// than the call that waits for the save.
    func waitForEnd() async { for await _ in ended {} }
  }

  // S882
  func testAFileHasTheValue() async throws {
    let url = try url()
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      do {
        @Shared(.fileStorage(url)) var settings = Settings()
        XCTAssertEqual(settings, Settings())
        $settings.theme.withLock { $0 = "dark" }
        try await $settings.save()
        let saved = try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
        XCTAssertEqual(saved.theme, "dark")
      }
      @Shared(.fileStorage(url)) var settings = Settings()
      XCTAssertEqual(settings.theme, "dark")
    }
  }

  // S882
  func testAChangeOfTheFileReplacesTheValueAndASaveDoesNot() async throws {
    let (url, watching) = (try url(), Watching())
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.fileWatcher = watching.watcher
    } operation: {
      do {
        @Shared(.fileStorage(url)) var settings = Settings()
        $settings.withLock { $0.size = 13 }
        try await $settings.save()
        $settings.withLock { $0.size = 14 }
        // The save of the first version isn't a change from outside.
        watching.fire()
        XCTAssertEqual(settings.size, 14)
        try await $settings.save()
        try JSONEncoder().encode(Settings(theme: "outside", size: 1)).write(to: url)
        watching.fire()
        XCTAssertEqual(settings, Settings(theme: "outside", size: 1))
        try FileManager.default.removeItem(at: url)
        watching.fire()
        XCTAssertEqual(settings, Settings())
      }
      await watching.waitForEnd()
      XCTAssertNil(watching.changed.withLock { $0 })
    }
  }

  // S882
  func testAChangeBeforeTheFirstLookIsNoticed() async throws {
    let url = try url()
    try await underSeeds(3) { scheduler, clock in
      try JSONEncoder().encode(Settings()).write(to: url)
      let settings = withDependencies {
        $0.defaultFileStorage = .fileSystem
        $0.fileWatcher = FileWatcher { url, changed in
          let task = Task(executorPreference: scheduler) {
            await FileWatcher.poll(url, every: .seconds(1), on: clock, changed)
          }
          return SharedSubscription { task.cancel() }
        }
      } operation: {
        Shared(wrappedValue: Settings(), .fileStorage(url))
      }
      // The file is loaded, and the watcher hasn't looked at it.
      try JSONEncoder().encode(Settings(theme: "early")).write(to: url, options: .atomic)
      await scheduler.settle()
      XCTAssertEqual(settings.wrappedValue.theme, "early")
    }
  }

  // S882
  func testASaveIsNotAChangeWhileAnotherThreadLooksAtTheFile() async throws {
    let (url, watching) = (try url(), Watching())
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.fileWatcher = watching.watcher
    } operation: {
      @Shared(.fileStorage(url)) var settings = Settings(size: 0)
      let isDone = Locked(false)
      let looks = Task.detached { while !isDone.withLock({ $0 }) { watching.fire() } }
      for size in 1...300 {
        $settings.withLock { settings in
          XCTAssertEqual(settings.size, size - 1)
          settings.size = size
        }
        if size.isMultiple(of: 3) { try await $settings.save() }
      }
      isDone.withLock { $0 = true }
      await looks.value
      try await $settings.save()
      watching.fire()
      XCTAssertEqual(settings.size, 300)
    }
  }

  // S882
  func testTheFileAndTheValueAreTheSameAfterChangesFromBothSides() async throws {
    let (url, watching) = (try url(), Watching())
    let settings = Locked<Shared<Settings>?>(nil)
    let whileLooking = Locked(false)
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.fileWatcher = watching.watcher
    } operation: {
      let shared = Shared<Settings>(
        wrappedValue: Settings(),
        .fileStorage(
          url,
          encode: { @Sendable in try JSONEncoder().encode($0) },
          decode: { @Sendable data in
            // The look has found what another program wrote. Then a write of this one gets into the file.
            if whileLooking.withLock({ Swift.exchange(&$0, with: false) }),
              let settings = settings.withLock({ $0 })
            {
              settings.withLock { $0.theme = "inside" }
              let isSaved = DispatchSemaphore(value: 0)
              Task.detached {
                try await settings.save()
                isSaved.signal()
              }
              isSaved.wait()
            }
            return try JSONDecoder().decode(Settings.self, from: data)
          }
        )
      )
      settings.withLock { $0 = shared }
      try JSONEncoder().encode(Settings(theme: "outside")).write(to: url, options: .atomic)
      whileLooking.withLock { $0 = true }
      await withCheckedContinuation { continuation in
        Thread {
          watching.fire()
          continuation.resume()
        }.start()
      }
      // A load waits for the save that repairs the difference.
      try await shared.load()
      XCTAssertEqual(shared.wrappedValue.theme, "outside")
      let saved = try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
      XCTAssertEqual(shared.wrappedValue, saved)
      settings.withLock { $0 = nil }
    }
  }

  // S882
  func testALoadFindsWhatWasWrittenBefore() async throws {
    let url = try url()
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var settings = Settings(size: 0)
      for size in 1...100 {
        $settings.withLock { $0.size = size }
        try await $settings.load()
        XCTAssertEqual(settings.size, size)
      }
    }
  }

  // S882
  func testAFileThatCannotBeReadOrWrittenIsAnError() async throws {
    let url = try url()
    try Data("no JSON".utf8).write(to: url)
    await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var settings = Settings()
      XCTAssertEqual(settings, Settings())
      XCTAssertTrue($settings.loadError is DecodingError)
      // The path leads through a file.
      let impossible = url.appendingPathComponent("folder/settings.json")
      @Shared(.fileStorage(impossible)) var others = Settings()
      XCTAssertNotNil($others.loadError)
      do {
        try await $others.save()
        XCTFail("A file was saved in a file.")
      } catch {
        XCTAssertNotNil($others.saveError)
      }
    }
  }

  // S882
  func testASaveCreatesTheFolders() async throws {
    let url = URL(fileURLWithPath: "\(folder.path)/some/folders/settings.json")
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var settings = Settings()
      $settings.withLock { $0.size = 3 }
      try await $settings.save()
      let saved = try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url))
      XCTAssertEqual(saved.size, 3)
    }
  }

  // S882
  func testAPollLooksAtTheFileOnTheClock() async throws {
    let url = try url()
    try await underSeeds(3) { scheduler, clock in
      try JSONEncoder().encode(Settings()).write(to: url)
      let changes = Collector<Void>()
      let polling = Task(executorPreference: scheduler) {
        await FileWatcher.poll(url, every: .seconds(1), on: clock) { changes.append(()) }
      }
      await scheduler.settle()
      await clock.advance(by: .seconds(2))
      // The file may have changed since it was loaded, and before the first look.
      XCTAssertEqual(changes.count, 1)
      try JSONEncoder().encode(Settings(theme: "a longer name")).write(to: url, options: .atomic)
      await clock.advance(by: .seconds(2))
      XCTAssertEqual(changes.count, 2)
      polling.cancel()
      await polling.value
    }
  }

  // S883
  func testSettingsHaveTheValues() {
    @Shared(.appStorage("bool")) var bool = false
    @Shared(.appStorage("int")) var int = 0
    @Shared(.appStorage("double")) var double = 0.0
    @Shared(.appStorage("string")) var string = ""
    @Shared(.appStorage("data")) var data = Data()
    @Shared(.appStorage("theme")) var theme = Theme.light
    @Shared(.appStorage("size")) var size = Size.small
    @Shared(.appStorage("name")) var name: String?
    @Shared(.appStorage("number")) var number: Int?
    $bool.withLock { $0 = true }
    $int.withLock { $0 = 1 }
    $double.withLock { $0 = 1.5 }
    $string.withLock { $0 = "text" }
    $data.withLock { $0 = Data([1]) }
    $theme.withLock { $0 = .dark }
    $size.withLock { $0 = .large }
    $name.withLock { $0 = "Blob" }
    $number.withLock { $0 = 7 }
    withDependencies {
      // The same settings, in a space that doesn't know the values.
      let settings = $0.defaultAppStorage
      $0.sharedSpace = SharedSpace()
      $0.defaultAppStorage = settings
    } operation: {
      @Shared(.appStorage("bool")) var bool = false
      @Shared(.appStorage("int")) var int = 0
      @Shared(.appStorage("double")) var double = 0.0
      @Shared(.appStorage("string")) var string = ""
      @Shared(.appStorage("data")) var data = Data()
      @Shared(.appStorage("theme")) var theme = Theme.light
      @Shared(.appStorage("size")) var size = Size.small
      @Shared(.appStorage("name")) var name: String?
      @Shared(.appStorage("number")) var number: Int?
      XCTAssertTrue(bool)
      XCTAssertEqual(int, 1)
      XCTAssertEqual(double, 1.5)
      XCTAssertEqual(string, "text")
      XCTAssertEqual(data, Data([1]))
      XCTAssertEqual(theme, .dark)
      XCTAssertEqual(size, .large)
      XCTAssertEqual(name, "Blob")
      XCTAssertEqual(number, 7)
      $name.withLock { $0 = nil }
    }
    withDependencies {
      let settings = $0.defaultAppStorage
      $0.sharedSpace = SharedSpace()
      $0.defaultAppStorage = settings
    } operation: {
      @Shared(.appStorage("name")) var name = String?.some("default")
      XCTAssertEqual(name, "default")
    }
  }

  // S883
  func testSettingsAreSavedInUserDefaults() {
    let suite = "TroupeTests.\(UUID().uuidString)"
    defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
    let settings = SettingsStorage.suite(suite)
    withDependencies {
      $0.defaultAppStorage = settings
    } operation: {
      @Shared(.appStorage("int")) var int = 0
      @Shared(.appStorage("theme")) var theme = Theme.light
      $int.withLock { $0 = 5 }
      $theme.withLock { $0 = .dark }
    }
    XCTAssertEqual(UserDefaults(suiteName: suite)?.integer(forKey: "int"), 5)
    withDependencies {
      $0.defaultAppStorage = settings
      $0.sharedSpace = SharedSpace()
    } operation: {
      @Shared(.appStorage("int")) var int = 0
      @Shared(.appStorage("theme")) var theme = Theme.light
      XCTAssertEqual(int, 5)
      XCTAssertEqual(theme, .dark)
    }
  }
}
