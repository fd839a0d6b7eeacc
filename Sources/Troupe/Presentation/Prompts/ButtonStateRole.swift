/// The meaning of a button in a prompt.
///
/// A role is encoded as its name: `"cancel"` or `"destructive"`.
public struct ButtonStateRole: Sendable, Hashable {
  enum Name: String, Codable { case cancel, destructive }
  let name: Name

  /// The button closes the prompt and changes nothing.
  public static var cancel: ButtonStateRole { ButtonStateRole(name: .cancel) }

  /// The button deletes something, or does something else that can't be undone.
  public static var destructive: ButtonStateRole { ButtonStateRole(name: .destructive) }
}

extension ButtonStateRole: Codable {
  /// Encodes the role as its name.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

  /// Decodes the role from its name, or throws a `DecodingError` if no role has that name.
  public init(from decoder: any Decoder) throws { name = try Name(from: decoder) }
}

extension ButtonStateRole: CustomValueText {
  /// The case that names the role.
  public var valueForText: Any { name }
}
