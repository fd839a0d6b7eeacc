import TroupeMacroScanner

/// The access level of a declaration.
enum Access: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  /// Creates the level from a declaration's modifiers; nil if no level is written.
  init?(_ prefix: Prefix) {
    guard let level = prefix.modifiers.lazy.compactMap({ Self($0.text) }).first else { return nil }
    self = level
  }

  private init?(_ modifier: String) {
    switch modifier {
    case "private": self = .private
    case "fileprivate": self = .fileprivate
    case "internal": self = .internal
    case "package": self = .package
    case "public", "open": self = .public
    default: return nil
    }
  }

  /// The modifier with a trailing space.
  var modifier: String {
    switch self {
    case .private: "private "
    case .fileprivate: "fileprivate "
    case .internal: "internal "
    case .package: "package "
    case .public: "public "
    }
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
