import Foundation

/// Keeps the folder of a database for this program, until the program has ended for whatever reason.
///
/// It locks the folder itself: a lock file could be deleted.
final class FolderLock {
  private let descriptor: Int32

  /// - Parameters:
  ///   - folder: The folder that `--database` names.
  ///   - file: The database, which may be a link to a file in another folder.
  init(_ folder: String, databaseAt file: String) throws(StartError) {
    let place = URL(filePath: file).resolvingSymlinksInPath().deletingLastPathComponent().path
    // Child processes of this program don't keep it.
    let descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StartError(lock: folder, errno) }
    self.descriptor = descriptor
    // If the lock is refused, the deinitializer closes the descriptor.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw StartError(lock: folder, errno) }
  }

  deinit { close(descriptor) }
}
