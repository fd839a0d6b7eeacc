import CPostgres

/// A connection string that libpq can read.
struct Address: Sendable {
  let text: String
  /// The options with a value for each host, if there are several hosts.
  private let lists: [(name: String, values: [Substring])]

  /// - Throws: A ``PostgresError`` that contains nothing of the text, which may have a password.
  init(_ text: String) throws(PostgresError) {
    self.text = text
    let options = Self.options(text)
    lists = options.map(Self.lists) ?? []
    guard let options, Self.isValid(options, text) else {
      throw PostgresError(
        .connectionString,
        """
        The connection string can't be read. Write it as in postgres://user:password@host:5432/database, with %40 for @, %2F \
        for / and %3A for : in a password, or as in host=localhost dbname=database.
        """
      )
    }
  }

  /// The options of the hosts, starting with another one. If hosts don't respond, libpq gives up in time only
  /// on the last of them, and begins with the first one each time.
  ///
  /// - Parameter number: How many hosts to move from the beginning to the end.
  func hosts(startingAt number: Int) -> [(name: String, value: String)] {
    lists.map { name, values in
      let start = number % values.count
      return (name, (values[start...] + values[..<start]).joined(separator: ","))
    }
  }

  private static func lists(of options: [String: String]) -> [(name: String, values: [Substring])] {
    let lists = ["host", "hostaddr", "port"].compactMap { name in
      options[name].map { (name: name, values: $0.split(separator: ",", omittingEmptySubsequences: false)) }
    }
    // A single port applies to all of them.
    return lists.filter { $0.values.count > 1 }
  }

  private static func isValid(_ options: [String: String], _ text: String) -> Bool {
    let isURI = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    return options.allSatisfy { name, value in
      switch name {
      case "port": value.utf8.allSatisfy { $0 == 0x2C || (0x30...0x39).contains($0) }
      // A part of a password with an @ in it, which would be in the texts of errors.
      case "host", "dbname": !isURI || !value.contains("@")
      default: true
      }
    }
  }

  /// The options that the text has; nil if it can't be read.
  private static func options(_ text: String) -> [String: String]? {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      PQfreemem(message)
      return nil
    }
    defer { PQconninfoFree(options) }
    var result: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { result[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return result
  }
}
