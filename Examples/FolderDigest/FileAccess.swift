import Troupe

/// What the program needs of a file system.
struct FileAccess: DependencyKey {
  /// The files of a folder and of the folders in it, regular ones only, without following symbolic links.
  ///
  /// The sequence throws ``FolderError`` when there is no such folder. What can't be read further down is
  /// listed as such. It ends early in a cancelled task.
  var list: @Sendable (_ folder: String) -> any AsyncSequence<Listing, any Error> & Sendable

  /// Counts a file.
  ///
  /// It throws ``FileError`` when that is not possible, and `CancellationError` in a cancelled task.
  var digest: @Sendable (_ path: String) async throws -> Digest

  static var liveValue: FileAccess { .live }
  static var testValue: FileAccess {
    FileAccess(
      list: unimplemented("FileAccess.list", placeholder: AsyncThrowingStream { $0.finish() }),
      digest: unimplemented("FileAccess.digest")
    )
  }
}
