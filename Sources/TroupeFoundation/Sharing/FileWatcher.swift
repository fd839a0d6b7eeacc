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

  /// A watcher that looks at the files again and again, on the clock of the dependency `continuousClock`.
  ///
  /// A look reads the size, the date and the number of the file. The content is read at the first look, and
  /// when one of them has changed. A program that writes into the file, instead of replacing it, may do so
  /// without changing any of them, if it writes twice in a few milliseconds.
  ///
  /// - Parameter interval: The time between two looks.
  public static func polling(every interval: Duration) -> FileWatcher {
    FileWatcher { url, changed in
      @Dependency(\.continuousClock) var clock
      let task = Task.detached { [clock] in await poll(url, every: interval, on: clock, changed) }
      return SharedSubscription { task.cancel() }
    }
  }

  /// Looks at a file until the task is cancelled.
  nonisolated(nonsending)
    package static func poll(
      _ url: URL,
      every interval: Duration,
      on clock: any Clock<Duration>,
      _ changed: @Sendable () -> Void
    ) async
  {
    var last = FileLook(url)
    // The file may have changed between the load and this look.
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

/// What a watcher sees of a file.
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
  static var liveValue: FileWatcher { .polling(every: .seconds(1)) }
  static var previewValue: FileWatcher { .none }
  static var testValue: FileWatcher { .none }
}

extension DependencyValues {
  /// Notices changes of the files of `.fileStorage` keys. The default looks at each file once a second. In
  /// tests, it does nothing.
  public var fileWatcher: FileWatcher {
    get { self[FileWatcherKey.self] }
    set { self[FileWatcherKey.self] = newValue }
  }
}
