/// The text of a prompt: plain text that can be compared, encoded and displayed anywhere.
public struct TextState: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text.
  public var string: String

  /// Creates text from a string.
  public init(_ string: some StringProtocol) { self.string = String(string) }

  /// Creates text from a literal.
  public init(stringLiteral string: String) { self.string = string }

  /// Returns one text followed by another text.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.string + rhs.string) }
}

extension TextState: CustomStringConvertible {
  /// The text.
  public var description: String { string }
}

extension TextState: CustomValueText {
  /// The text.
  public var valueForText: Any { string }
}

extension TextState: Codable {
  /// Encodes the text as a string.
  public func encode(to encoder: any Encoder) throws { try string.encode(to: encoder) }

  /// Decodes the text from a string.
  public init(from decoder: any Decoder) throws { string = try String(from: decoder) }
}
