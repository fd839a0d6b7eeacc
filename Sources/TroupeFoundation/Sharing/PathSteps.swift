#if os(Linux)
  import Foundation

  /// The lookups of names that lead from the root to a file.
  ///
  /// Each folder on the path may be missing, renamed or replaced, and each may be a symbolic link. A change
  /// of the names that are looked up is the only way to make the path name another file.
  struct PathSteps: Equatable {
    struct Step: Equatable {
      /// The folder, without symbolic links.
      let folder: String
      /// The name that is looked up in the folder.
      let name: String

      var path: String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
    }

    private(set) var steps: [Step] = []

    /// Follows a path as far as it exists. The last step is then the name that is missing.
    init(_ path: String) {
      var rest = Self.names(path)
      var folder = "/"
      // The limit of the system.
      var linksLeft = 40
      while let name = rest.popLast() {
        if name == ".." {
          folder = (folder as NSString).deletingLastPathComponent
          continue
        }
        let step = Step(folder: folder, name: name)
        steps.append(step)
        var status = stat()
        guard lstat(step.path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          folder = step.path
        case S_IFLNK:
          linksLeft -= 1
          guard linksLeft > 0,
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: step.path)
          else { return }
          if target.hasPrefix("/") { folder = "/" }
          rest += Self.names(target)
        default:
          return
        }
      }
    }

    /// The names of a path, the last one first.
    private static func names(_ path: String) -> [String] {
      path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }
  }
#endif
