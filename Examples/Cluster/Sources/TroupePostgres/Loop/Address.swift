import CPostgres

/// A connection string that libpq can read.
struct Address: Sendable {
  let text: String

  /// - Throws: A ``PostgresError`` that has nothing of the text, which may have a password.
  init(_ text: String) throws(PostgresError) {
    self.text = text
    guard Self.isValid(text) else {
      throw PostgresError(
        .connectionString,
        """
        The connection string can't be read. Write it as in postgres://user:password@host:5432/database, with %40 for @, %2F \
        for / and %3A for : in a password, or as in host=localhost dbname=database.
        """
      )
    }
  }

  private static func isValid(_ text: String) -> Bool {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      PQfreemem(message)
      return false
    }
    defer { PQconninfoFree(options) }
    let isURI = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    var option = options
    while let keyword = option.pointee.keyword {
      let value = option.pointee.val.map { String(cString: $0) } ?? ""
      switch String(cString: keyword) {
      case "port" where !value.utf8.allSatisfy({ $0 == 0x2C || (0x30...0x39).contains($0) }): return false
      // A part of a password with an @ in it, which would be in the texts of errors.
      case "host" where isURI && value.contains("@"), "dbname" where isURI && value.contains("@"):
        return false
      default: break
      }
      option += 1
    }
    return true
  }
}
