import Troupe

/// What the program needs of a file system.
@DependencyClient
struct FileAccess: DependencyKey {
  /// Lists the selected regular files of a folder and its subfolders, without following symbolic links.
  ///
  /// The sequence throws ``FolderError`` if there is no such folder, and lists a subfolder that can't be read
  /// as ``Listing/unreadable(_:)``. It ends early in a cancelled task.
  var list:
    @Sendable (_ folder: String, _ selection: Selection) -> any AsyncSequence<Listing, any Error> & Sendable =
      { _, _ in AsyncThrowingStream<Listing, any Error> { $0.finish() } }

  /// Counts the lines, words and bytes of a file.
  ///
  /// It throws ``FileError`` if the file can't be read, and `CancellationError` in a cancelled task.
  var digest: @Sendable (_ path: String) async throws -> Digest

  static var liveValue: FileAccess { .live }
  static var testValue: FileAccess { FileAccess() }
}
