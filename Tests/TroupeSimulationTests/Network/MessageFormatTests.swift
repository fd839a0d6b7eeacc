// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import XCTest

/// Messages that travel as bytes.
final class MessageFormatTests: WorldTestCase {
  private struct Order: Codable, Hashable, Sendable {
    var client: Int
    var seat: Int
  }

  /// The order of an earlier version of the program.
  private struct OldOrder: Codable, Hashable, Sendable { var seat: Int }

  /// The order of a later version of the program.
  private struct NewOrder: Codable, Hashable, Sendable {
    var client: Int
    var seat: Int
    var price: Int?
  }

  private struct Plain: Sendable { var seat = 1 }

  /// A value whose encoding throws an error.
  private struct Unencodable: Codable, Sendable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
  }

  /// Counts the values that it encodes and decodes.
  private struct CountingFormat: StateFormat {
    let encoded = Tally()
    let decoded = Tally()
    var name: String { "counting" }

    func encode(_ value: some Encodable) throws -> [UInt8] {
      encoded.add(1)
      return try JSONFormat().encode(value)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
      decoded.add(1)
      return try JSONFormat().decode(type, from: bytes)
    }
  }

  private static func server(in world: World) -> SimulatedProcess {
    world.process("server") { process in
      process.handle("seat", Order.self) { $0.seat }
      process.handle("new", NewOrder.self) { $0.price ?? -1 }
      process.handle("note", Order.self) { _ in }
      process.handle("plain", Order.self) { Plain(seat: $0.seat) }
      process.handle("unencodable", Order.self) { _ in Unencodable() }
      process.handle("relayed", Order.self) { _ -> Int in throw CallError.malformed("of another call") }
      process.handleStream("count", Int.self, of: Int.self) { count, sender in
        for number in 1...count { try await sender.send(number) }
      }
      process.handleStream("bad", Int.self, of: Unencodable.self) { _, sender in
        try await sender.send(Unencodable())
      }
      await process.serve()
    }
  }

  /// Returns the error of a call; nil if it returned.
  private static func error<Request: Sendable, Reply: Sendable>(
    _ client: SimulatedClient,
    _ name: String,
    on server: SimulatedProcess,
    _ request: Request,
    as type: Reply.Type
  ) async throws -> CallError? {
    do {
      _ = try await client.call(name, on: server, request, as: type)
      return nil
    } catch let error as CallError {
      return error
    }
  }

  // S930
  func testRequestsRepliesAndElementsAreSentAsBytes() async {
    await inWorld { world in
      let format = CountingFormat()
      world.messageFormat = format
      let server = Self.server(in: world)
      world.clients(1) { client in
        let order = Order(client: 1, seat: 7)
        let seat: Int = try await client.call("seat", on: server, order)
        XCTAssertEqual(seat, 7)
        XCTAssertEqual([format.encoded.count, format.decoded.count], [2, 2])
        // A reply that is `Void` has no bytes.
        try await client.call("note", on: server, order, as: Void.self)
        XCTAssertEqual([format.encoded.count, format.decoded.count], [3, 3])
        var numbers: [Int] = []
        for try await number in client.stream("count", on: server, 3, of: Int.self) { numbers.append(number) }
        XCTAssertEqual(numbers, [1, 2, 3])
        XCTAssertEqual([format.encoded.count, format.decoded.count], [7, 7])
      }
      try await world.afterHealing {}
    }
  }

  // S930
  func testTheReceiverDecodesTheTypeThatItExpects() async {
    await inWorld { world in
      world.messageFormat = JSONFormat()
      let server = Self.server(in: world)
      world.clients(1) { client in
        // An old client and a new server agree on what both know.
        let price: Int = try await client.call("new", on: server, Order(client: 1, seat: 2))
        XCTAssertEqual(price, -1)
        let seat: Int = try await client.call("seat", on: server, NewOrder(client: 1, seat: 2, price: 3))
        XCTAssertEqual(seat, 2)
        let missing = try await Self.error(client, "seat", on: server, OldOrder(seat: 2), as: Int.self)
        guard case .malformed(let text) = missing else { return XCTFail("\(missing as Any)") }
        XCTAssertTrue(text.hasPrefix("the call \"seat\" #3 of client 1 isn't of the type Order: "), text)
        XCTAssertEqual(missing?.hadNoEffect, false)
      }
      try await world.afterHealing {}
    }
  }

  // S930
  func testWhatCantBeEncodedOrDecodedIsNamed() async {
    await inWorld { world in
      world.messageFormat = JSONFormat()
      let server = Self.server(in: world)
      world.clients(1) { client in
        let order = Order(client: 1, seat: 7)
        let errors = [
          try await Self.error(client, "seat", on: server, Plain(), as: Int.self),
          try await Self.error(client, "plain", on: server, order, as: Plain.self),
          try await Self.error(client, "seat", on: server, order, as: Plain.self),
          try await Self.error(client, "seat", on: server, order, as: String.self),
          try await Self.error(client, "unencodable", on: server, order, as: Unencodable.self),
          try await Self.error(client, "seat", on: server, Unencodable(), as: Int.self),
        ]
        let starts = [
          "the call \"seat\" #1 of client 1 can't be sent as bytes, because Plain isn't encodable",
          "the reply to the call \"plain\" #2 of client 1 can't be sent as bytes, because Plain isn't encodable",
          "the reply to the call \"seat\" #3 of client 1 can't be read from bytes, because Plain isn't decodable",
          "the reply to the call \"seat\" #4 of client 1 isn't of the type String: ",
          "the reply to the call \"unencodable\" #5 of client 1 can't be encoded: Failure()",
          "the call \"seat\" #6 of client 1 can't be encoded: Failure()",
        ]
        for (error, start) in zip(errors, starts) {
          guard case .malformed(let text) = error else {
            XCTFail("\(error as Any)")
            continue
          }
          XCTAssertTrue(text.hasPrefix(start), text)
        }
        // An error of the handler stays one.
        let relayed = try await Self.error(client, "relayed", on: server, order, as: Int.self)
        guard case .failed(CallError.malformed(let text)) = relayed else {
          return XCTFail("\(relayed as Any)")
        }
        XCTAssertEqual(text, "of another call")
      }
      try await world.afterHealing {}
    }
  }

  // S930
  func testAStreamEndsWithTheElementThatCantBeCoded() async {
    await inWorld { world in
      world.messageFormat = JSONFormat()
      let server = Self.server(in: world)
      world.clients(1) { client in
        await Self.expect("the stream \"count\" #1 of client 1 isn't of the type Int: ") {
          for try await _ in client.stream("count", on: server, "text", of: Int.self) {}
        }
        await Self.expect("an element of the stream \"count\" #2 of client 1 isn't of the type String: ") {
          for try await _ in client.stream("count", on: server, 3, of: String.self) {}
        }
        await Self.expect("an element of the stream \"bad\" #3 of client 1 can't be encoded: ") {
          for try await _ in client.stream("bad", on: server, 3, of: Unencodable.self) {}
        }
        await Self.expect("the stream \"count\" #4 of client 1 can't be encoded: ") {
          for try await _ in client.stream("count", on: server, Unencodable(), of: Int.self) {}
        }
      }
      try await world.afterHealing {}
    }
  }

  private static func expect(_ start: String, _ body: () async throws -> Void, line: UInt = #line) async {
    do {
      try await body()
      XCTFail("The stream ended.", line: line)
    } catch CallError.malformed(let text), CallError.failed(CallError.malformed(let text)) {
      XCTAssertTrue(text.hasPrefix(start), text, line: line)
    } catch {
      XCTFail("\(error)", line: line)
    }
  }

  // S930
  func testWithoutAFormatMessagesStayValues() async {
    await inWorld { world in
      let server = Self.server(in: world)
      world.clients(1) { client in
        let plain: Plain = try await client.call("plain", on: server, Order(client: 1, seat: 3))
        XCTAssertEqual(plain.seat, 3)
        let wrong = try await Self.error(client, "seat", on: server, OldOrder(seat: 2), as: Int.self)
        guard case .wrongType(let text) = wrong else { return XCTFail("\(wrong as Any)") }
        XCTAssertEqual(text, "the call \"seat\" #2 of client 1 isn't of the type Order, but of OldOrder")
        XCTAssertEqual(wrong?.hadNoEffect, false)
      }
      try await world.afterHealing {}
    }
  }
}
