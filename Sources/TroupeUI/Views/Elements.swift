/// The elements that a closure with several elements builds, in order, for any toolkit.
public struct Elements<each Element> {
  /// The elements.
  public let elements: (repeat each Element)

  init(_ elements: repeat each Element) { self.elements = (repeat each elements) }
}

/// One of two alternatives that a closure builds. A toolkit switches over it; the enum is complete.
public enum Either<First, Second> {
  /// The first alternative.
  case first(First)
  /// The second alternative.
  case second(Second)
}

/// The result of a closure without elements.
public struct NoElement {
  init() {}
}

/// Builds the content of a branch of ``IfLet``, ``IfCaseLet`` or ``Switch``. It makes no assumptions about
/// the elements.
@resultBuilder
public enum ElementsBuilder {
  /// No element.
  public static func buildBlock() -> NoElement { NoElement() }

  /// One element, unchanged.
  public static func buildBlock<Element>(_ element: Element) -> Element { element }

  /// Several elements.
  public static func buildBlock<each Element>(_ elements: repeat each Element) -> Elements<
    repeat each Element
  > {
    Elements(repeat each elements)
  }

  /// An `if` without `else`.
  public static func buildOptional<Element>(_ element: Element?) -> Either<Element, NoElement> {
    element.map { .first($0) } ?? .second(NoElement())
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither<First, Second>(first: First) -> Either<First, Second> { .first(first) }

  /// The second branch of an `if` or `switch`.
  public static func buildEither<First, Second>(second: Second) -> Either<First, Second> { .second(second) }
}
