import HTTPTypes

extension HTTPField.Name {
  static let contentTypeOptions = name("X-Content-Type-Options")
  static let lastEventID = name("Last-Event-ID")
  static let referrerPolicy = name("Referrer-Policy")
  static let requestID = name("X-Request-ID")
  static let secFetchSite = name("Sec-Fetch-Site")

  private static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a header.") }
    return name
  }
}
