/// The structure of a value, as its text shows it. Its parts haven't been read yet.
enum Shape {
  /// A text on one line.
  case leaf(String)
  case string(String)
  /// A description of several lines.
  case description(type: String, lines: [String])
  case record(Record)
  /// An ordered list. The name is empty for a list that is written as `[…]`.
  case elements(name: String, [Any])
  case members(name: String, [Any])
  case entries([DictionaryEntry])

  /// A value with named parts: a struct, a class, an enum case or a tuple.
  struct Record {
    /// The name of the type; empty for a tuple.
    var type = ""
    var caseName: String?
    var properties: [Property] = []
    /// The object, if the value is one.
    var object: AnyObject?

    /// Returns the text before the parenthesis. Inside another value, a case is shown without its type.
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
