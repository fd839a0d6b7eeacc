/// What a closure of several elements builds, whatever the toolkit: the elements, in order.
public struct Elements<each Element> {
  /// The elements.
  public let elements: (repeat each Element)

  init(_ elements: repeat each Element) { self.elements = (repeat each elements) }
}

/// One of two things that a closure builds.
public enum Either<First, Second> {
  /// The one.
  case first(First)
  /// The other.
  case second(Second)
}

/// What a closure without elements builds.
public struct NoElement {
  init() {}
}

/// Builds what a branch of ``IfLet``, ``IfCaseLet`` or ``Switch`` has in it. It makes no assumption on what
/// the elements are.
@resultBuilder
public enum ElementsBuilder {
  /// No element.
  public static func buildBlock() -> NoElement { NoElement() }

  /// One element, as it is.
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
