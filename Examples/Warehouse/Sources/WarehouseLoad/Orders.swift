import ArgumentParser
import Foundation

struct Orders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Orders from warehouses of a running server at a steady rate, and edits their items.",
    discussion: """
      For a look at a server under load, such as with the inspector: start it with --requests-per-second 0. The warehouses are \
      created unless they exist.
      """
  )

  @Option(help: "The server's port.")
  var port = 8080

  @Option(help: "The number of warehouses.")
  var warehouses = 8

  @Option(help: "The number of orders per second.")
  var rate = 400

  @Option(help: "The seconds for which it orders.")
  var seconds = 30

  func validate() throws {
    if warehouses < 1 || rate < 1 || seconds < 1 {
      throw ValidationError("It takes a warehouse, an order per second and a second.")
    }
  }

  func run() async throws {
    let connection = try HTTPConnection(port: port)
    defer { connection.close() }
    for number in 0..<warehouses {
      let path = "/api/warehouses/\(Streams.warehouse(number))"
      guard try connection.request("PUT", path).status == 201 else { continue }
      for name in ["Bolts", "Hinges", "Nails", "Screws", "Washers"] {
        let item = #"{"name":"\#(name)","status":"inStock","quantity":1000000}"#
        let answer = try connection.request("POST", path + "/items", item)
        guard answer.status == 201 else { throw Failure("An item was answered with \(answer).") }
      }
    }
    let orders = SteadyOrders(port: port, rate: rate) { [warehouses] in $0 % warehouses }
    let start = ContinuousClock.now
    var number = 0
    while start.duration(to: .now) < .seconds(seconds) {
      // Each warehouse has an item that is edited: some leases are left to end.
      let path = "/api/warehouses/\(Streams.warehouse(number % warehouses))/items/\(2 + number % 4)"
      _ = try connection.request("POST", path + "/edit")
      number += 1
      try await Task.sleep(for: .milliseconds(50))
    }
    try orders.end()
    say("\(orders.latencies(start, .now))")
  }
}
