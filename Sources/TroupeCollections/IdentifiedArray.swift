import TroupeDiagnostics

/// An array whose elements are found by their ids, too, and in which no id comes twice.
///
/// The elements are in an order of their own, like those of an array, and reading one by id takes constant
/// time. Elements are changed where they are, by position or by id, without a copy of the element or of the
/// array:
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "Ann"), Row(id: 2, name: "Bob")]
/// rows[id: 2]?.name = "Bill"
/// rows.append(Row(id: 3, name: "Cid"))
/// rows[id: 1] = nil
/// print(rows.ids)
/// ```
///
/// An element may change its own id: it keeps its place and is found by the new id from then on. If another
/// element has that id, an issue is reported, and the other one is removed, so that positions behind it move
/// down by one. An element that is an object must not change its id while it is in the array.
///
/// Appending takes constant time, on average over many; so do looking up, changing, and removing or inserting
/// at the end. Removing and inserting elsewhere takes time in proportion to the number of elements, as in an
/// array.
@frozen  // Its inlinable initialisers set its properties, which a build for library evolution else refuses.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline
  var storage: [Element] = []

  @usableFromInline
  var table = PositionTable()
  @usableFromInline
  let identity: ElementIdentity<ID, Element>

  /// What changed since someone began to watch: nil when nobody does. It isn't part of the value.
  @usableFromInline
  var history: ChangeHistory<ID>?

  /// The elements, in order.
  @inlinable
  public var elements: [Element] { storage }

  /// Makes an empty array whose elements have their ids at a key path.
  ///
  /// - Parameter id: The key path from an element to its id.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    identity = ElementIdentity(id)
  }

  /// Makes an array of elements that have different ids.
  ///
  /// An element with an id that an earlier one has is left out and reported as an issue.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path from an element to its id.
  ///   - fileID: The file named in an issue about a repeated id.
  ///   - filePath: The path of that file.
  ///   - line: The line named in an issue about a repeated id.
  ///   - column: The column named in an issue about a repeated id.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(id: id)
    appendUnique(
      elements,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes an array of elements, of which some may have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path from an element to its id.
  ///   - combine: Makes one element of two with the same id, the earlier and the later one. It has the place
  ///     of the earlier one.
  /// - Throws: What `combine` throws.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (_ earlier: Element, _ later: Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try appendCombined(elements, combine)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty array.
  @inlinable
  public init() {
    identity = ElementIdentity()
  }

  /// Makes an array of elements that have different ids.
  ///
  /// An element with an id that an earlier one has is left out and reported as an issue.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - fileID: The file named in an issue about a repeated id.
  ///   - filePath: The path of that file.
  ///   - line: The line named in an issue about a repeated id.
  ///   - column: The column named in an issue about a repeated id.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init()
    appendUnique(
      elements,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes an array of elements, of which some may have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Makes one element of two with the same id, the earlier and the later one. It has the place
  ///     of the earlier one.
  /// - Throws: What `combine` throws.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (_ earlier: Element, _ later: Element) throws -> Element
  ) rethrows {
    self.init()
    try appendCombined(elements, combine)
  }
}

/// An identified array of elements that say themselves what their id is.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
