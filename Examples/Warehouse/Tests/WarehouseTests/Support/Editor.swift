import XCTest

/// A client that edits an item of the warehouse `north` repeatedly: begins, saves, begins again. Each time
/// the item gets the next number as its name.
struct Editor: Sendable {
  private struct Edit: Decodable {
    let item: ItemView
    let lease: String
  }

  private(set) var item: Int
  /// The items that it can't edit any more: it may have begun an edit, and doesn't know the lease.
  private(set) var lost: Set<Int> = []
  /// What is certainly saved.
  private var saved = 0
  private var edit: Edit?

  init(_ program: Program) async throws {
    item = 0
    item = try await add(program)
  }

  private func path(_ verb: String = "") -> String { "/api/warehouses/north/items/\(item)\(verb)" }

  private func add(_ program: Program) async throws -> Int {
    let draft = #"{"name":"0","status":"inStock","quantity":1}"#
    let view = try await program.ask("POST /api/warehouses/north/items", draft, as: ItemView.self)
    return try XCTUnwrap(view).id
  }

  /// Begins to edit; false if the program was gone.
  mutating func begin(_ program: Program) async throws -> Bool {
    edit = try await program.ask("POST \(path("/edit"))", as: Edit.self)
    if edit == nil { lost.insert(item) }
    return edit != nil
  }

  /// Saves; false if the program was gone.
  mutating func save(_ program: Program) async throws -> Bool {
    let lease = try XCTUnwrap(edit).lease
    let draft = #"{"lease":"\#(lease)","name":"\#(saved + 1)","status":"inStock","quantity":1}"#
    let answer = try await program.ask("POST \(path("/save"))", draft, as: ItemView.self)
    guard let view = answer else { return false }
    saved += 1
    edit = nil
    XCTAssertEqual(view.name, "\(saved)")
    XCTAssertNil(view.editedUntil)
    return true
  }

  /// Edits until the program is gone.
  mutating func run(_ program: Program) async throws {
    while try await begin(program), try await save(program) {}
  }

  /// After a kill, finds its edit, and continues with it.
  mutating func comeBack(_ program: Program) async throws {
    let answer = try await program.ask("GET \(path())", as: ItemView.self)
    let view = try XCTUnwrap(answer)
    guard let edit else {
      XCTAssertEqual(view.name, "\(saved)", "What was saved is there.")
      if lost.contains(item) { (item, saved) = (try await add(program), 0) }
      return
    }
    guard let end = view.editedUntil else {
      // The save had no answer, but was done.
      saved += 1
      self.edit = nil
      return XCTAssertEqual(view.name, "\(saved)", "A lease doesn't end early.")
    }
    XCTAssertEqual(end, edit.item.editedUntil, "The lease continues, and does not restart.")
    XCTAssertTrue(["\(saved)", "\(saved + 1)"].contains(view.name), view.name)
    let other = try await program.request("POST \(path("/edit"))")
    XCTAssertTrue(other.hasPrefix("HTTP/1.1 409 "), other)
    let isSaved = try await save(program)
    XCTAssertTrue(isSaved)
  }
}
