import TroupeDurable

/// What is wrong with a database, and what to do about it. The database hasn't been changed.
package struct SQLiteDamage: Error, CustomStringConvertible {
  package enum Code: Sendable {
    /// The main file is gone, or is empty.
    case missing, empty
    /// SQLite can't read it, or it isn't a database of this storage.
    case structure, schema
    /// Rows are altered, or gone.
    case altered, lost
    /// Commits are lost, or it isn't known whether some are.
    case rolledBack, unknownCommits
  }

  package let code: Code
  /// The keys of damaged values.
  package let keys: [StorageKey]
  package let description: String

  private init(_ code: Code, keys: [StorageKey] = [], _ description: String) {
    self.code = code
    self.keys = keys
    self.description = description
  }
}

extension SQLiteDamage {
  private static let restore = "Restore a copy of the database, with none of the files beside it"

  /// The main file is missing, or empty.
  init(noMain files: DatabaseFiles, isEmpty: Bool) {
    let name = DatabaseFiles.name(files.main)
    let others = files.others.map { DatabaseFiles.name($0) }.joined(separator: ", ")
    if isEmpty {
      self.init(
        .empty,
        "\(name) is empty\(others.isEmpty ? "" : ", beside \(others)"). \(Self.restore). "
          + "If nothing has ever been saved in it, delete it\(others.isEmpty ? "" : " and them")."
      )
    } else {
      self.init(
        .missing,
        "\(name) is missing beside \(others). If it was moved away, move it back. Otherwise: \(Self.restore), "
          + "or delete them to begin with nothing."
      )
    }
  }

  /// SQLite has found damage.
  init(structure findings: [String], in files: DatabaseFiles) {
    self.init(
      .structure,
      "SQLite finds damage in \(DatabaseFiles.name(files.main)): \(findings.joined(separator: "; ")). "
        + "\(Self.restore), or save what is left with the command .recover of sqlite3."
    )
  }

  /// Its tables aren't the tables of this storage.
  init(schema files: DatabaseFiles) {
    self.init(
      .schema,
      "\(DatabaseFiles.name(files.main)) isn't a database of this program, or its tables are damaged, or a newer "
        + "version has written it. \(Self.restore)."
    )
  }

  /// The checksums of rows are wrong.
  ///
  /// - Parameter rows: The key and the number of each.
  init(altered rows: [(key: StorageKey, number: Int64)], in files: DatabaseFiles) {
    let shown = rows.prefix(10)
    let keys = shown.map { $0.key.text.debugDescription }.joined(separator: ", ")
    let more = rows.count > shown.count ? " and \(rows.count - shown.count) more" : ""
    let numbers = shown.map { "\($0.number)" }.joined(separator: ", ")
    self.init(
      .altered,
      keys: rows.map(\.key),
      "The checksum is wrong for \(keys)\(more). \(Self.restore), or give them up: "
        + Self.command("DELETE FROM state WHERE rowid IN (\(numbers))", files)
    )
  }

  /// There are more or fewer rows than the count says.
  init(entries: Int64, counted: Int64, in files: DatabaseFiles) {
    self.init(
      .lost,
      "It has \(entries) values, and \(counted) were saved. \(Self.restore), or accept what is there: "
        + Self.command("UPDATE tally SET entries = (SELECT count(*) FROM state)", files)
    )
  }

  /// There were more commits than the database has.
  init(commits: Int64, noted: Int64, in files: DatabaseFiles) {
    self.init(
      .rolledBack,
      "It has \(commits) commits of \(noted): \(DatabaseFiles.name(files.log)) is damaged or gone, or an earlier copy "
        + "is in its place. \(Self.restore), or accept what is there: delete \(DatabaseFiles.name(files.commits)), and "
        + Self.command("UPDATE tally SET ended = 1", files)
    )
  }

  /// The number of commits isn't known.
  init(unknownCommits files: DatabaseFiles, isMissing: Bool) {
    let name = DatabaseFiles.name(files.commits)
    self.init(
      .unknownCommits,
      "It wasn't closed cleanly, and \(name), which says how many commits there were, is "
        + "\(isMissing ? "missing. If it is" : "damaged. If the database is") a copy that sqlite3 has made, or to accept "
        + "what is there\(isMissing ? "" : ", delete \(name)"): "
        + Self.command("UPDATE tally SET ended = 1", files)
    )
  }

  private static func command(_ sql: String, _ files: DatabaseFiles) -> String {
    "sqlite3 '\(files.main)' \"\(sql)\"."
  }
}
