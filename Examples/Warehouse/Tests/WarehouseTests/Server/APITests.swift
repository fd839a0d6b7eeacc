import Foundation
import HTTPTypes
import HummingbirdTesting
import TroupeTesting
import XCTest

@testable import WarehouseServer

final class APITests: XCTestCase {
  private let items = "/api/warehouses/north/items"

  func testWarehousesAreMadeAndListed() async throws {
    try await TestServer().run { client in
      var response = try await client.execute(uri: "/api/warehouses/south-1", method: .put)
      XCTAssertEqual(response.status, .created)
      XCTAssertEqual(response.text, #"{"name":"south-1"}"#)
      response = try await client.execute(uri: "/api/warehouses/south-1", method: .put)
      XCTAssertEqual(response.status, .ok)
      response = try await client.get("/api/warehouses")
      XCTAssertEqual(response.text, #"{"warehouses":["north","south-1"]}"#)
      for name in ["North", "%6eorth", "a_b", String(repeating: "a", count: 41)] {
        let response = try await client.execute(uri: "/api/warehouses/\(name)", method: .put)
        expect(response, .unprocessableContent, "invalid")
      }
    }
  }

  func testAllWarehousesAreListedPageByPage() async throws {
    for test in [try await TestServer(), try await TestServer.unsaved()] {
      for number in 0..<1_010 { _ = try await test.server.make("w-\(number)") }
      try await test.run { client in
        for limit in ["", "&limit=1000", "&limit=7"] {
          var (names, after) = ([String](), "")
          while true {
            let page = try await client.get("/api/warehouses?after=\(after)\(limit)")
            let json = try JSONDecoder().decode(Names.self, from: Data(page.text.utf8))
            names += json.warehouses
            guard let next = json.next else { break }
            XCTAssertEqual(next, json.warehouses.last)
            after = next
          }
          XCTAssertEqual(names, (["north"] + (0..<1_010).map { "w-\($0)" }).sorted(), limit)
        }
        for query in ["?limit=0", "?limit=1001", "?limit=", "?limit=x", "?after=A", "?after=a%20b"] {
          expect(try await client.get("/api/warehouses" + query), .unprocessableContent, "invalid")
        }
        let page = try await client.get("/")
        let next = try XCTUnwrap(page.text.firstMatch(of: /href="(\/\?after=[^"]+)" rel="next"/)).1
        let rest = try await client.get(String(next)).text
        XCTAssertEqual(rest.matches(of: /<li><a class="card"/).count, 11)
        XCTAssertFalse(rest.contains("rel=\"next\""))
      }
    }
  }

  private struct Names: Decodable {
    let warehouses: [String]
    let next: String?
  }

  func testItemsAreAddedOrderedAndRead() async throws {
    try await TestServer().run { [items] client in
      var response = try await client.post(items, #"{"name":"Bolts \"M8\"","status":"inStock","quantity":5}"#)
      XCTAssertEqual(response.status, .created)
      let bolts = #"{"id":1,"name":"Bolts \"M8\"","ordered":0,"quantity":5,"status":"inStock"}"#
      XCTAssertEqual(response.text, bolts)
      response = try await client.post(items, #"{"name":"Nuts","status":"outOfStock"}"#)
      let nuts = #"{"id":2,"isOnBackOrder":false,"name":"Nuts","ordered":0,"status":"outOfStock"}"#
      XCTAssertEqual(response.text, nuts)
      response = try await client.get(items)
      XCTAssertEqual(response.text, #"{"items":[\#(bolts),\#(nuts)]}"#)
      response = try await client.get(items + "/1")
      XCTAssertEqual(response.text, bolts)

      // With the same key it is carried out once.
      for _ in 0..<2 {
        response = try await client.post(items + "/1/order", #"{"quantity":2,"key":"a"}"#)
        XCTAssertEqual(response.status, .ok)
        XCTAssertTrue(response.text.contains(#""ordered":2,"quantity":3"#), response.text)
      }
      expect(try await client.post(items + "/1/order", #"{"quantity":4}"#), .conflict, "notEnough")
      expect(try await client.post(items + "/2/order", #"{"quantity":1}"#), .conflict, "outOfStock")
    }
  }

  func testAKeyBelongsToItsOrder() async throws {
    try await TestServer().run { [items] client in
      for _ in 0..<2 { try await client.addBolts() }
      let key = #""key":"same""#
      for _ in 0..<2 {
        var response = try await client.post(items + "/1/order", #"{"quantity":1,\#(key)}"#)
        XCTAssertTrue(response.text.contains(#""ordered":1"#), response.text)
        response = try await client.post(items + "/2/order", #"{"quantity":4,\#(key)}"#)
        XCTAssertTrue(response.text.contains(#""ordered":4"#), response.text)
        response = try await client.post(items + "/1/order", #"{"quantity":2,\#(key)}"#)
        expect(response, .unprocessableContent, "keyOfAnotherOrder")
        // A page behaves in the same way.
        response = try await client.form("/warehouses/north/items/1/order", "quantity=2&key=same")
        expect(response, .unprocessableContent, "keyOfAnotherOrder")
        response = try await client.form("/warehouses/north/items/1/order", "quantity=1&key=same")
        XCTAssertEqual(response.status, .seeOther)
      }
      // An empty key would be the key of all clients that forget it.
      expect(
        try await client.post(items + "/1/order", #"{"quantity":1,"key":""}"#),
        .unprocessableContent,
        "invalid"
      )
      expect(
        try await client.form("/warehouses/north/items/1/order", "quantity=1&key="),
        .unprocessableContent,
        "invalid"
      )
      let response = try await client.get(items + "/1")
      XCTAssertTrue(response.text.contains(#""ordered":1"#), response.text)
    }
  }

  func testItemsAreSelected() async throws {
    try await TestServer().run { [items] client in
      for draft in [
        #""name":"Bolts","status":"inStock","quantity":5"#, #""name":"Nuts","status":"outOfStock""#,
        #""name":"Long bolts","status":"outOfStock","isOnBackOrder":true"#,
      ] {
        _ = try await client.post(items, "{\(draft)}")
      }
      for (query, ids) in [
        ("", [1, 2, 3]), ("?q=BOLTS", [1, 3]), ("?status=inStock", [1]), ("?status=outOfStock", [2, 3]),
        ("?status=onBackOrder", [3]), ("?status=onBackOrder&q=nuts", []), ("?after=1&limit=1", [2]),
        ("?q=long%20b", [3]), ("?status=&q=", [1, 2, 3]),
      ] {
        let response = try await client.get(items + query)
        let found = response.text.matches(of: /"id":(\d)/).map { Int($0.1) }
        XCTAssertEqual(found, ids, query)
      }
      for query in ["?status=x", "?after=-1", "?after=x", "?limit=0", "?limit=1001", "?q=\(Self.long(81))"] {
        expect(try await client.get(items + query), .unprocessableContent, "invalid")
      }
    }
  }

  func testAnEditIsSaved() async throws {
    try await TestServer().run { [items] client in
      try await client.addBolts()
      let lease = try await client.lease(of: 1)
      var response = try await client.get(items + "/1")
      XCTAssertTrue(response.text.contains("editedUntil"), response.text)
      XCTAssertFalse(response.text.contains(lease), response.text)
      expect(try await client.execute(uri: items + "/1/edit", method: .post), .conflict, "isEdited")
      let nuts = #""name":"Nuts","status":"outOfStock","isOnBackOrder":true"#
      response = try await client.post(items + "/1/save", #"{"lease":"another",\#(nuts)}"#)
      expect(response, .forbidden, "leaseOfAnother")
      response = try await client.post(items + "/1/save", #"{"lease":"\#(lease)",\#(nuts)}"#)
      XCTAssertEqual(response.status, .ok)
      XCTAssertEqual(
        response.text,
        #"{"id":1,"isOnBackOrder":true,"name":"Nuts","ordered":0,"status":"outOfStock"}"#
      )
      response = try await client.post(items + "/1/save", #"{"lease":"\#(lease)",\#(nuts)}"#)
      expect(response, .conflict, "leaseHasEnded")
    }
  }

  func testAnEditIsCancelled() async throws {
    try await TestServer().run { [items] client in
      try await client.addBolts()
      let lease = try await client.lease(of: 1)
      expect(try await client.post(items + "/1/cancel", #"{"lease":""}"#), .forbidden, "leaseOfAnother")
      var response = try await client.post(items + "/1/cancel", #"{"lease":"\#(lease)"}"#)
      XCTAssertEqual(response.text, #"{"id":1,"name":"Bolts","ordered":0,"quantity":5,"status":"inStock"}"#)
      response = try await client.post(items + "/1/cancel", #"{"lease":"\#(lease)"}"#)
      expect(response, .conflict, "leaseHasEnded")
    }
  }

  func testWhatIsNotThereIsNotFound() async throws {
    try await TestServer().run { [items] client in
      for path in ["south/items", "North/items", "south/events"] {
        expect(try await client.get("/api/warehouses/\(path)"), .notFound, "noSuchWarehouse")
      }
      for id in ["1", "x", "-1", "01", "+1", "99999999999999999999"] {
        expect(try await client.get(items + "/" + id), .notFound, "noSuchItem")
        expect(try await client.post(items + "/\(id)/order", #"{"quantity":1}"#), .notFound, "noSuchItem")
      }
      expect(try await client.get("/nothing"), .notFound, "notFound")
      let response = try await client.execute(uri: items, method: .delete)
      expect(response, .methodNotAllowed, "methodNotAllowed")
      XCTAssertEqual(response.headers[.allow], "GET, HEAD, POST")
    }
  }

  func testBodiesThatCanNotBeReadAreNamed() async throws {
    try await TestServer().run { [items] client in
      try await client.addBolts()
      for body in [
        "", "{", "[1,", "\u{0}", #"{"quantity":1}}"#, #"{"quantity":1,}"#, "{'quantity':1}", "{quantity:1}",
        #"{"quantity":01}"#, #"{"quantity":+1}"#, #"{"quantity":NaN}"#, "\u{FEFF}{\"quantity\":1}",
      ] {
        expect(try await client.post(items + "/1/order", body), .badRequest, "malformed")
      }
      for body in [
        #"{"quantity":"1"}"#, #"{"quantity":null}"#, #"{"quantity":-1}"#, #"{"quantity":0}"#, "{}", "[]", "1",
        #"{"quantity":1.5}"#, #"{"quantity":1e309}"#, #"{"quantity":-1e309}"#, #"{"quantity":1e-400}"#,
        #"{"quantity":99999999999999999999}"#, #"{"quantity":9223372036854775808}"#, #"{"quantity":[1e309]}"#,
        #"{"quantity":1,"key":1e309}"#,
        #"{"quantity":1000001}"#, #"{"quantity":true}"#, #"{"quantity":1,"key":1}"#,
        #"{"quantity":1,"key":"\#(Self.long(65))"}"#,
      ] {
        expect(try await client.post(items + "/1/order", body), .unprocessableContent, "invalid")
      }
      for draft in [
        #""name":"","status":"outOfStock""#, #""name":"a\nb","status":"outOfStock""#,
        #""name":"a","status":"x""#, #""name":"a","status":"inStock""#,
        #""name":"a","status":"inStock","quantity":-5"#, #""name":"a","status":"inStock","quantity":1.5"#,
        #""name":"a","status":"inStock","quantity":1e309"#, #""name":"a""#,
        #""name":1,"status":"outOfStock""#, #""name":"a","status":"outOfStock","isOnBackOrder":"yes""#,
      ] {
        expect(try await client.post(items, "{\(draft)}"), .unprocessableContent, "invalid")
      }
      let response = try await client.execute(
        uri: items,
        method: .post,
        headers: [.contentType: "text/plain"]
      )
      expect(response, .unsupportedMediaType, "unsupportedType")
    }
  }

  private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }
}
