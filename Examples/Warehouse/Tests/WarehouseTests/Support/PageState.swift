import BrowserTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import XCTest

/// A page in a state, in the warehouse `audit`.
enum PageState: CaseIterable {
  case index, longIndex, noMoreWarehouses, refusedWarehouse
  case empty, filtered, items, changed, part, afterTheLast
  case ordered, refusedOrder, tooLargeOrder, refusedItem, refusedEdit
  case edit, refusedSave, conflict, refusedConflict
  case notFound, noSuchWarehouse, wrongMethod, invalid

  private static let root = "/warehouses/audit/items"

  /// Opens it, in a tab that may show any page.
  func open(_ tab: Tab, _ client: any TestClientProtocol, _ site: String) async throws {
    let audit = "\(site)/warehouses/audit"
    try await Self.fill(client)
    switch self {
    case .index: try await tab.open(site)
    case .longIndex: try await tab.open("\(site)/?limit=1")
    case .noMoreWarehouses: try await tab.open("\(site)/?after=zzz")
    case .refusedWarehouse:
      try await tab.open(site)
      try await tab.submit("/warehouses", ["name": "The \"South\""])
    case .empty: try await tab.open("\(site)/warehouses/north")
    case .filtered: try await tab.open("\(audit)?q=zzz&status=inStock")
    case .items: try await tab.open(audit)
    case .changed:
      try await tab.open(audit)
      try await tab.stopTime()
      for _ in 0..<2 {
        _ = try await client.post("/api\(Self.root)/1/order", #"{"quantity":1}"#)
      }
      try await tab.wait(until: "news.children.length === 2")
    case .part: try await tab.open("\(audit)?limit=2&after=1")
    case .afterTheLast: try await tab.open("\(audit)?after=9999")
    case .ordered:
      try await tab.open(audit)
      try await tab.submit("\(Self.root)/1/order", ["quantity": "1"])
    case .refusedOrder:
      try await tab.open(audit)
      try await tab.submit("\(Self.root)/4/order", ["quantity": "1"])
    case .tooLargeOrder:
      try await tab.open(audit)
      try await tab.submit("\(Self.root)/2/order", ["quantity": "500"])
    case .refusedItem:
      try await tab.open(audit)
      try await tab.submit(Self.root, ["name": " ", "status": "inStock", "quantity": "1.5"])
    case .refusedEdit:
      let item = try await Self.addNuts(client)
      try await tab.open("\(site)/warehouses/edits")
      _ = try await client.execute(uri: "/api\(item)/edit", method: .post)
      try await tab.submit("\(item)/edit", [:])
    case .edit, .refusedSave:
      let item = try await Self.addNuts(client)
      try await tab.open(audit)
      try await tab.submit("\(item)/edit", [:])
      guard self == .refusedSave else { return }
      let lease = try await tab.value("document.querySelector('[name=lease]').value")
      let fields = ["lease": lease, "name": "", "status": "none", "quantity": "0"]
      try await tab.submit("\(item)/save", fields)
    case .conflict, .refusedConflict:
      let name = self == .conflict ? String(repeating: "n", count: 80) : ""
      try await tab.open(audit)
      let fields = ["lease": "gone", "name": name, "status": "outOfStock", "isOnBackOrder": "true"]
      try await tab.submit("\(Self.root)/1/save", fields)
    case .notFound: try await tab.open("\(audit)/none")
    case .noSuchWarehouse: try await tab.open("\(site)/warehouses/none")
    case .wrongMethod: try await tab.open("\(audit)/items")
    case .invalid: try await tab.open("\(audit)?status=x")
    }
  }

  var heading: String {
    switch self {
    case .index, .longIndex, .noMoreWarehouses, .refusedWarehouse: "Warehouses"
    case .empty: "Warehouse north"
    case .refusedEdit: "Warehouse edits"
    case .edit, .refusedSave: "Edit Nuts"
    case .conflict, .refusedConflict: "Edit Bolts"
    case .notFound, .noSuchWarehouse: "Not found"
    case .wrongMethod: "No page here"
    case .invalid: "That request can’t be done"
    default: "Warehouse audit"
    }
  }

  /// An expression that is true in this state.
  var condition: String {
    let exists = { (selector: String) in "document.querySelector('\(selector)')?.checkVisibility() === true" }
    return switch self {
    case .index: exists(".tiles a")
    case .longIndex: exists("[rel=next]")
    case .noMoreWarehouses, .empty, .filtered, .afterTheLast: exists(".empty h2")
    case .refusedWarehouse, .tooLargeOrder, .refusedItem, .refusedSave, .refusedConflict: exists(".mistake")
    case .items: exists("#item-5")
    case .changed: exists("#news p")
    case .part: exists("[rel=next]")
    case .ordered: exists("#item-1:target")
    case .refusedOrder, .refusedEdit, .conflict: exists("[role=alert]")
    case .edit: exists(".lease")
    case .notFound, .noSuchWarehouse, .wrongMethod, .invalid: exists(".problem [role=alert]")
    }
  }

  /// Where the focus is at first; nil if nothing has it.
  var focus: String? {
    switch self {
    case .refusedWarehouse, .refusedItem, .refusedSave, .refusedConflict: "#field-name"
    case .tooLargeOrder: "#item-2 [name=quantity]"
    case .ordered: "#item-1"
    default: nil
    }
  }

  /// Adds an item that isn't being edited, to another warehouse, and returns its path.
  private static func addNuts(_ client: any TestClientProtocol) async throws -> String {
    struct Added: Decodable { let id: Int }
    _ = try await client.execute(uri: "/api/warehouses/edits", method: .put)
    let draft = #"{"name":"Nuts","status":"inStock","quantity":7}"#
    let answer = try await client.post("/api/warehouses/edits/items", draft).text
    let id = try JSONDecoder().decode(Added.self, from: Data(answer.utf8)).id
    return "/warehouses/edits/items/\(id)"
  }

  /// Creates the warehouse with an item in each state, once.
  private static func fill(_ client: any TestClientProtocol) async throws {
    let path = "/api\(root)"
    if try await client.get("\(path)/6").status == .ok { return }
    _ = try await client.execute(uri: "/api/warehouses/audit", method: .put)
    let long = String(repeating: "n", count: 80)
    for draft in [
      #"{"name":"Bolts","status":"inStock","quantity":1200}"#,
      #"{"name":"Nuts","status":"inStock","quantity":7}"#,
      #"{"name":"Rails, 2 m, <galvanised> & drilled","status":"outOfStock","isOnBackOrder":true}"#,
      #"{"name":"Shelf pins","status":"outOfStock"}"#,
      #"{"name":"Hinges","status":"inStock","quantity":1000000}"#,
      #"{"name":"\#(long)","status":"inStock","quantity":64}"#,
    ] {
      let response = try await client.post(path, draft)
      XCTAssertEqual(response.status, .created, response.text)
    }
    _ = try await client.execute(uri: "\(path)/5/edit", method: .post)
    _ = try await client.execute(uri: "\(path)/6/edit", method: .post)
  }
}
