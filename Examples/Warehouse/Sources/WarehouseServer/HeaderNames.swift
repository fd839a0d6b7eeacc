import HTTPTypes

extension HTTPField.Name {
  /// What is wrong with a request that its connection has rejected. Clients can't send it.
  static let edgeProblem = name("Warehouse-Edge")
  static let contentTypeOptions = name("X-Content-Type-Options")
  /// The secret of the programs that share the warehouses, for requests that one forwards to another.
  static let forwarded = name("Warehouse-Forwarded")
  static let referrerPolicy = name("Referrer-Policy")
  /// Nothing was done: the request can be sent again as it is.
  static let refused = name("Warehouse-Refused")
  static let requestID = name("X-Request-ID")
  static let secFetchSite = name("Sec-Fetch-Site")

  private static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) isn't the name of a header.") }
    return name
  }
}
