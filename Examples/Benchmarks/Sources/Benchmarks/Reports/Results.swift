import Foundation

/// All measurements, in a form for other programs.
struct Results: Codable {
  let machine: String
  let rows: [Measurement]

  static func read() throws -> Results {
    try JSONDecoder().decode(Results.self, from: Data(contentsOf: Files.results))
  }

  func write() throws { try write(asJSONTo: Files.results) }
}
