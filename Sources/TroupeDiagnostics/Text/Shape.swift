/// The structure of a value that its text shows. The value's parts haven't been read yet.
enum Shape {
  /// A text on one line.
  case leaf(String)
  case string(String)
  /// A description with several lines.
  case description(type: String, lines: [String])
  case record(Record)
  /// An ordered list. The name is empty if the list is written as `[…]`.
  case elements(name: String, [Any])
  case members(name: String, [Any])
  case entries([DictionaryEntry])

  /// A value with named parts: a struct, a class, an enum case or a tuple.
  struct Record {
    /// The type's name; empty for a tuple.
    var type = ""
    var caseName: String?
    var properties: [Property] = []
    /// The value, if it is an object; otherwise nil.
    var object: AnyObject?

    /// Returns the text before the parenthesis. Inside another value, an enum case is shown without its type.
    func head(depth: Int) -> String {
      guard let caseName else { return type }
      return depth == 0 ? "\(type).\(caseName)" : ".\(caseName)"
    }
  }

  struct Property {
    let label: String?
    let value: Any
  }

  struct DictionaryEntry {
    let key: Any
    let value: Any
  }
}
