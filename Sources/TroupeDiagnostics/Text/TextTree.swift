/// A text that hasn't been broken into lines yet.
struct TextTree {
  enum Content {
    case line(String)
    case string(String)
    /// Lines that are written unchanged.
    case lines([String])
    case group(Group)
    /// An object that is shown elsewhere in the same text.
    case reference(name: String, ObjectIdentifier)
  }

  struct Group {
    var head = ""
    var object: ObjectIdentifier?
    let open: String
    let close: String
    var items: [Item] = []
  }

  struct Item {
    var label = ""
    let tree: TextTree
  }

  let content: Content
  /// The number of characters if the text is written on one line; nil if the text needs several lines.
  let width: Int?

  init(_ content: Content) {
    self.content = content
    switch content {
    case .line(let text): width = text.count
    case .string(let string): width = StringLiteral.isBlock(string) ? nil : StringLiteral.line(string).count
    case .lines: width = nil
    case .reference(let name, _): width = name.count + 2
    case .group(let group):
      var sum = group.head.count + group.open.count + group.close.count + 2 * max(0, group.items.count - 1)
      var isOneLine = true
      for item in group.items {
        guard let width = item.tree.width else { isOneLine = false; break }
        sum += item.label.count + width
      }
      width = isOneLine ? sum : nil
    }
  }

  static func line(_ text: String) -> TextTree { TextTree(.line(text)) }
}

/// A complete text, with the objects to which it refers more than once.
struct ValueTextTree {
  let root: TextTree
  /// The objects that are shown with a number.
  let referenced: Set<ObjectIdentifier>

  static func line(_ text: String) -> ValueTextTree { ValueTextTree(root: .line(text), referenced: []) }
}
