import TroupeDiagnostics

/// An array whose elements can also be looked up by id. Ids are unique.
///
/// The elements are ordered, as in an array, and reading an element by id takes constant time. Elements are
/// changed in place, by position or by id, without copying the element or the array:
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "Ann"), Row(id: 2, name: "Bob")]
/// rows[id: 2]?.name = "Bill"
/// rows.append(Row(id: 3, name: "Cid"))
/// rows[id: 1] = nil
/// print(rows.ids)
/// ```
///
/// An element may change its id. It keeps its position, and can then be looked up by the new id. If another
/// element has that id, an issue is reported and the other element is removed, so the elements after it move
/// down by one. An element that is an object must not change its id while it is in the array.
///
/// Appending takes amortized constant time, as do looking up, changing, and removing or inserting at the end.
/// Removing and inserting elsewhere takes time proportional to the number of elements, as in an array.
@frozen  // Its inlinable initializers set its properties, which library evolution allows if it is frozen.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline
  var storage: [Element] = []

  @usableFromInline
  var table = PositionTable()
  @usableFromInline
  let identity: ElementIdentity<ID, Element>

  /// The changes since observation began; nil if it isn't observed. It isn't part of the value.
  @usableFromInline
  var history: ChangeHistory<ID>?

  /// The elements, in order.
  @inlinable
  public var elements: [Element] { storage }

  /// Creates an empty array whose elements have their ids at a key path.
  ///
  /// - Parameter id: The key path from an element to its id.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    identity = ElementIdentity(id)
  }

  /// Creates an array of elements with different ids.
  ///
  /// If an element has an earlier element's id, it is omitted and an issue is reported.
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
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Creates an array of elements, some of which may have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path from an element to its id.
  ///   - combine: Combines two elements with the same id, the earlier and the later one. The result replaces
  ///     the earlier element.
  /// - Throws: The error that `combine` throws.
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
  /// Creates an empty array.
  @inlinable
  public init() {
    identity = ElementIdentity()
  }

  /// Creates an array of elements with different ids.
  ///
  /// If an element has an earlier element's id, it is omitted and an issue is reported.
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
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Creates an array of elements, some of which may have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Combines two elements with the same id, the earlier and the later one. The result replaces
  ///     the earlier element.
  /// - Throws: The error that `combine` throws.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (_ earlier: Element, _ later: Element) throws -> Element
  ) rethrows {
    self.init()
    try appendCombined(elements, combine)
  }
}

/// An identified array of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
