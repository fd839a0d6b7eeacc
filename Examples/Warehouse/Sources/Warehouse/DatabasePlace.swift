import ArgumentParser
import Foundation

/// Where the warehouses are saved, as `--database` names it.
enum DatabasePlace: Equatable {
  case folder(String)
  /// A PostgreSQL database, as a URI.
  case postgres(String)

  /// - Parameter home: The folder that `~` stands for.
  /// - Throws: A `ValidationError` that says what to write.
  init(_ text: String, home: String) throws {
    guard !text.isEmpty, !text.contains("\0") else {
      throw ValidationError("--database needs a folder, or postgres://host/name.")
    }
    if text == "~" || text.hasPrefix("~/") {
      self = .folder(home + text.dropFirst())
    } else if text.hasPrefix("~") {
      throw ValidationError("--database can't look for the home of another user. Write the whole path.")
    } else if text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") {
      self = .folder(text)
    } else if let scheme = text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):/)?.1 {
      self = try Self.database(String(scheme), text)
    } else if text.contains(/^\s*\w+\s*=/) {
      throw ValidationError(
        "--database takes a PostgreSQL database as postgres://user@host:port/name, and no keywords. "
          + "If it is a folder, write ./ in front of it."
      )
    } else {
      self = .folder(text)
    }
  }

  private static func database(_ scheme: String, _ text: String) throws -> DatabasePlace {
    guard ["postgres", "postgresql"].contains(scheme.lowercased()) else {
      throw ValidationError(
        "--database can't be \(scheme):…, but a folder or postgres://host/name. "
          + "If it is a folder, write ./ in front of it."
      )
    }
    let rest = text.dropFirst(scheme.count)
    guard rest.hasPrefix("://"), !rest.contains(/\s/) else {
      throw ValidationError("--database takes a PostgreSQL database as postgres://user@host:port/name.")
    }
    // libpq accepts it in lowercase only.
    return .postgres(scheme.lowercased() + rest)
  }

  /// The home folder: `HOME`, which a user may set, or else the user's home folder.
  static var home: String {
    if let home = ProcessInfo.processInfo.environment["HOME"], home.hasPrefix("/") { return home }
    return FileManager.default.homeDirectoryForCurrentUser.path
  }
}
