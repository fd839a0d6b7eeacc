import Foundation
import TroupeDependencies
import TroupeSharing

/// Notices changes of files by other programs, for ``FileStorageKey``.
public struct FileWatcher: Sendable {
  private let begin: @Sendable (URL, @escaping @Sendable () -> Void) -> SharedSubscription

  /// Creates a watcher.
  ///
  /// - Parameter watch: Begins to watch a file, and returns how to end it. It calls the closure once when the
  ///   watch has begun, as the file may have changed since it was loaded, and then when the file may have
  ///   changed. More calls do no harm.
  public init(
    watch: @escaping @Sendable (_ file: URL, _ changed: @escaping @Sendable () -> Void) -> SharedSubscription
  ) {
    begin = watch
  }

  func watch(
    _ url: URL,
    _ storage: FileStorage,
    _ changed: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    storage.isOnDisk ? begin(url, changed) : SharedSubscription {}
  }

  /// A watcher that the system notifies of changes. Where the system can't, it polls.
  ///
  /// On Linux, it uses inotify. It notices a file that is replaced or removed, a file whose folder doesn't
  /// exist yet or is replaced, and changes of the symbolic links on the path. A file that a program writes
  /// into is read when the program closes it. It polls a file if the system allows no more watches, or if a
  /// folder on the path can't be read.
  ///
  /// The system doesn't notify of changes by other machines to a file on a network file system, nor of writes
  /// to mapped memory. Use ``polling(every:)`` for such files.
  ///
  /// - Parameter interval: The time between two checks of a file that is polled.
  public static func system(pollingEvery interval: Duration = .seconds(1)) -> FileWatcher {
    #if os(Linux)
      .events(.shared, fallback: .polling(every: interval))
    #else
      .polling(every: interval)
    #endif
  }

  #if os(Linux)
    /// A watcher that uses inotify, and another watcher for the files that inotify can't watch.
    package static func events(_ events: FileEvents, fallback: FileWatcher) -> FileWatcher {
      FileWatcher { url, changed in
        // The fallback may begin later, on another thread.
        let dependencies = TaskDependencies.current
        return events.watch(
          url,
          fallback: { dependencies.bind { fallback.begin(url, changed) } },
          changed
        )
      }
    }
  #endif

  /// A watcher that checks the files repeatedly, with the clock of the dependency `continuousClock`.
  ///
  /// A check reads the size, the date and the number of the file. The content is read at the first check, and
  /// after a change of the size, the date or the number. If a program writes into the file twice in a few
  /// milliseconds, instead of replacing it, none of them may change.
  ///
  /// - Parameter interval: The time between two checks.
  public static func polling(every interval: Duration) -> FileWatcher {
    FileWatcher { url, changed in
      @Dependency(\.continuousClock) var clock
      let task = Task.detached { [clock] in await poll(url, every: interval, on: clock, changed) }
      return SharedSubscription { task.cancel() }
    }
  }

  /// Checks a file until the task is cancelled.
  nonisolated(nonsending)
    package static func poll(
      _ url: URL,
      every interval: Duration,
      on clock: any Clock<Duration>,
      _ changed: @Sendable () -> Void
    ) async
  {
    var last = FileLook(url)
    // The file may have changed between the load and this check.
    changed()
    // A sleep fails only when the task is cancelled.
    while (try? await clock.sleep(for: interval)) != nil {
      let look = FileLook(url)
      guard look != last else { continue }
      last = look
      changed()
    }
  }

  /// A watcher that notices nothing.
  public static let none = FileWatcher { _, _ in SharedSubscription {} }
}

/// The attributes of a file that a poll compares.
private struct FileLook: Equatable {
  let date: Date?
  let size: Int?
  let number: Int?

  init(_ url: URL) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    date = attributes?[.modificationDate] as? Date
    size = (attributes?[.size] as? NSNumber)?.intValue
    number = (attributes?[.systemFileNumber] as? NSNumber)?.intValue
  }
}

private enum FileWatcherKey: DependencyKey {
  static var liveValue: FileWatcher { .system() }
  static var previewValue: FileWatcher { .none }
  static var testValue: FileWatcher { .none }
}

extension DependencyValues {
  /// Notices changes of the files of `.fileStorage` keys. The default is
  /// ``FileWatcher/system(pollingEvery:)``. In tests, it does nothing.
  public var fileWatcher: FileWatcher {
    get { self[FileWatcherKey.self] }
    set { self[FileWatcherKey.self] = newValue }
  }
}
