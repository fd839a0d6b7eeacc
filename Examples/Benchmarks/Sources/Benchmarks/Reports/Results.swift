/// All that was measured, for programs to read.
struct Results: Encodable {
  let machine: String
  let rows: [Measurement]

  func write() throws { try write(asJSONTo: Files.results) }
}
