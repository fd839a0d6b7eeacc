/// The elements that a closure with several elements builds, in order, for any UI toolkit.
public struct Elements<each Element> {
  /// The elements, in order.
  public let elements: (repeat each Element)

  init(_ elements: repeat each Element) { self.elements = (repeat each elements) }
}

/// One of two alternatives that a closure builds. No cases will be added, so that a UI toolkit can switch
/// over the enum exhaustively.
public enum Either<First, Second> {
  /// The first alternative.
  case first(First)
  /// The second alternative.
  case second(Second)
}

/// The result of a closure that builds no element.
public struct NoElement {
  init() {}
}

/// Builds the content of a branch of ``IfLet``, ``IfCaseLet`` or ``Switch``. The builder makes no assumptions
/// about the types of elements.
@resultBuilder
public enum ElementsBuilder {
  /// Builds no element.
  public static func buildBlock() -> NoElement { NoElement() }

  /// Builds a single element, unchanged.
  public static func buildBlock<Element>(_ element: Element) -> Element { element }

  /// Builds several elements.
  public static func buildBlock<each Element>(_ elements: repeat each Element) -> Elements<
    repeat each Element
  > {
    Elements(repeat each elements)
  }

  /// Builds an `if` statement without `else`.
  public static func buildOptional<Element>(_ element: Element?) -> Either<Element, NoElement> {
    element.map { .first($0) } ?? .second(NoElement())
  }

  /// Builds the first branch of an `if` or `switch` statement.
  public static func buildEither<First, Second>(first: First) -> Either<First, Second> { .first(first) }

  /// Builds the second branch of an `if` or `switch` statement.
  public static func buildEither<First, Second>(second: Second) -> Either<First, Second> { .second(second) }
}
