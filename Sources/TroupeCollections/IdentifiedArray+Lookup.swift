extension IdentifiedArray {
  /// The element with an id; nil if no element has the id.
  ///
  /// Setting nil removes the element, and setting an element for a new id appends it. An existing element is
  /// replaced in place, or changed in place without being copied. Reading and changing take constant time.
  /// Removing takes as long as ``remove(id:)``.
  ///
  /// If an element is set for an id other than its own, the array stores the element under its own id. If
  /// there was no element to replace, an issue is also reported.
  ///
  /// - Parameter id: The id to look up.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { index(id: id).map { elements[$0] } }
    _modify {
      let position = index(id: id)
      var element: Element? = if let position { takeOut(at: position) } else { nil }
      // The element is put back even if the access ends with an error.
      defer { putBack(&element, at: position, for: id) }
      yield &element
    }
  }

  /// The element with an id, or a default element if no element has the id.
  ///
  /// Changing the default element appends it to the array. The default element should have the looked-up id.
  ///
  /// - Parameters:
  ///   - id: The id to look up.
  ///   - defaultElement: The element to use if no element has the id.
  @inlinable
  public subscript(id id: ID, default defaultElement: @autoclosure () -> Element) -> Element {
    get { self[id: id] ?? defaultElement() }
    _modify {
      if let position = index(id: id) {
        yield &self[position]
      } else {
        var element = defaultElement()
        defer { self[id: id] = element }
        yield &element
      }
    }
  }

  /// Returns the position of the element with an id, in constant time, or nil if no element has the id.
  @inlinable
  public func index(id: ID) -> Int? {
    position(of: id, PositionTable.hash(id))
  }

  /// Returns whether an element has an id, in constant time.
  @inlinable
  public func contains(id: ID) -> Bool {
    index(id: id) != nil
  }

  /// The ids of the elements, in order.
  public var ids: IDs { IDs(source: .array(self)) }

  /// A collection of an identified array's ids, in the order of the elements.
  public struct IDs: RandomAccessCollection {
    fileprivate enum Source {
      case array(IdentifiedArray)
      /// The ids of a literal, which have no elements.
      case literal([ID])
    }

    fileprivate let source: Source

    /// The position of the first id.
    public var startIndex: Int { 0 }

    /// The position after the last id.
    public var endIndex: Int {
      switch source {
      case .array(let array): array.elements.count
      case .literal(let ids): ids.count
      }
    }

    /// The id at a position.
    public subscript(position: Int) -> ID {
      switch source {
      case .array(let array): array.id(at: position)
      case .literal(let ids): ids[position]
      }
    }

    /// Returns whether the collection contains an id. For an array's ids, this takes constant time.
    public func contains(_ id: ID) -> Bool {
      switch source {
      case .array(let array): array.contains(id: id)
      case .literal(let ids): ids.contains(id)
      }
    }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}
extension IdentifiedArray.IDs.Source: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: ExpressibleByArrayLiteral {
  /// Creates a collection from a literal, so that a test can compare an array's ids with a list, as in
  /// `XCTAssertEqual(rows.ids, [1, 2])`.
  ///
  /// - Parameter ids: The ids, in order.
  public init(arrayLiteral ids: ID...) { source = .literal(ids) }
}

extension IdentifiedArray.IDs: Equatable {
  /// Returns whether two collections have the same ids in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elementsEqual(rhs) }
}

extension IdentifiedArray.IDs: CustomStringConvertible {
  /// The ids' description, like an array's.
  public var description: String { Array(self).description }
}
