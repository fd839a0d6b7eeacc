import TroupeDiagnostics

/// An array whose elements can also be looked up by their unique ids.
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
/// If an element changes its id, it keeps its position and can then be looked up by the new id. If another
/// element already has that id, an issue is reported and the other element is removed, so the following
/// elements move down by one position. An element that is an object must not change its id while it is in the
/// array.
///
/// Looking up or changing an element takes amortized constant time, as does appending, inserting or removing
/// an element at the end. Inserting or removing an element elsewhere takes time proportional to the number of
/// elements, as in an array.
@frozen  // Its inlinable initializers set its properties, which library evolution allows if it is frozen.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline
  var storage: [Element] = []

  @usableFromInline
  var table = PositionTable()
  @usableFromInline
  let identity: ElementIdentity<ID, Element>

  /// The changes since observation started; nil if the array isn't observed. The history isn't part of the
  /// array's value.
  @usableFromInline
  var history: ChangeHistory<ID>?

  /// Whether the elements are `Identifiable`, and their own ids are the keys.
  @inlinable
  package var keysAreIDs: Bool { identity.isOfElements }

  /// The elements, in order.
  @inlinable
  public var elements: [Element] { storage }

  /// Creates an empty array that reads each element's id at a key path.
  ///
  /// - Parameter id: The key path from an element to its id.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    identity = ElementIdentity(id)
  }

  /// Creates an array of elements with different ids.
  ///
  /// An element that repeats an earlier element's id is omitted, and an issue is reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path from an element to its id.
  ///   - fileID: The file named in an issue about a repeated id.
  ///   - filePath: The file's path.
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
  ///   - combine: A closure that combines the earlier and the later of two elements with the same id. The
  ///     result replaces the earlier element.
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
  /// An element that repeats an earlier element's id is omitted, and an issue is reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - fileID: The file named in an issue about a repeated id.
  ///   - filePath: The file's path.
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
  ///   - combine: A closure that combines the earlier and the later of two elements with the same id. The
  ///     result replaces the earlier element.
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
