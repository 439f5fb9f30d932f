/// A value as Swift writes it: `"a"`, `[1, 2]`, `App.Order(id: 1)`. What has no such form, or one of more than 1,000
/// characters, becomes a placeholder: `<#App.Image#>`.
func swiftText(of value: Any) -> String {
  var text = SwiftText()
  return text.write(value) ? text.text : "<#\(SwiftName(Swift.type(of: value)).text)#>"
}

/// A type as Swift writes it; a placeholder if its name cannot be written.
func swiftText(of type: Any.Type) -> String {
  if type == (any Error).self { return "any Error" }
  let name = SwiftName(type)
  return name.canBeWritten ? name.text : "<#\(name.text)#>"
}

/// The name of a type without its modules, any of which may have the name of a type: `Array<Order>` for
/// `Swift.Array<App.Order>`.
struct SwiftName {
  private(set) var text = ""

  /// The modules but the standard library.
  private(set) var modules: Set<String> = []

  init(_ type: Any.Type) {
    var rest = _typeName(type, qualified: true)[...]
    while let first = rest.first {
      let path = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      // A member of a generic type has its dot in front.
      if let dot = path.firstIndex(of: "."), dot > path.startIndex {
        modules.insert(String(path[..<dot]))
        text += path[path.index(after: dot)...]
      } else {
        text += path
      }
      rest = rest.dropFirst(path.count)
      guard path.isEmpty else { continue }
      text.append(first)
      rest.removeFirst()
      // A type of an extension has the module of that in front: `(extension in Module):`.
      if let end = text.hasSuffix("(") && rest.hasPrefix("extension in ") ? rest.firstIndex(of: ":") : nil {
        text.removeLast()
        rest = rest[rest.index(after: end)...]
      }
    }
    modules.remove("Swift")
  }

  /// Whether it is none of a private or a local type, which the runtime writes as `(Type in $7f)`.
  var canBeWritten: Bool { !text.contains("(unknown context") && !text.contains("$") }
}

/// Text that grows to a bound.
private struct SwiftText {
  private static let limit = 1_000

  private(set) var text = ""
  private var depth = 0

  /// Writes a value.
  ///
  /// - Returns: Whether it could be written.
  mutating func write(_ value: Any) -> Bool {
    switch value {
    case let value as any BinaryInteger: return append("\(value)")
    case let value as any BinaryFloatingPoint: return append(number(Double(value)))
    case let value as Bool: return append("\(value)")
    case let value as String:
      return value.utf8.count <= SwiftText.limit && append(value.debugDescription)
    case let value as Substring: return write(String(value))
    case let value as Character: return append(value.debugDescription)
    case is Void: return append("()")
    default: return writeParts(of: value)
    }
  }

  private mutating func append(_ more: String) -> Bool {
    text += more
    return text.utf8.count <= SwiftText.limit
  }

  private func number(_ value: Double) -> String {
    if value.isNaN { return ".nan" }
    return value.isInfinite ? (value < 0 ? "-.infinity" : ".infinity") : "\(value)"
  }

  private mutating func writeParts(of value: Any) -> Bool {
    depth += 1
    defer { depth -= 1 }
    // A list of lists of lists ends somewhere.
    guard depth <= 20 else { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let some = mirror.children.first?.value else { return append("nil") }
      // Of one in another, `nil` is the outer one.
      if Mirror(reflecting: some).displayStyle == .optional { return append(".some(") && write(some) && append(")") }
      return write(some)
    case .collection, .set: return writeList("[", mirror, "]")
    case .dictionary: return writeDictionary(mirror)
    case .tuple: return writeList("(", mirror, ")")
    case .struct:
      let type = SwiftName(Swift.type(of: value))
      // Its mirror is its own: it is not made of what is shown.
      guard !(value is any CustomReflectable), type.canBeWritten else { return false }
      return writeList("\(type.text)(", mirror, ")")
    case .enum: return writeCase(of: value, mirror)
    default: return false
    }
  }

  /// Writes the children of a value, as far as there is room.
  private mutating func writeList(_ start: String, _ mirror: Mirror, _ end: String) -> Bool {
    guard append(start) else { return false }
    var separator = ""
    for (label, value) in mirror.children {
      // A property of a wrapper, or a lazy one, is no argument. Elements of a tuple without a name have their numbers.
      if label?.first == "_" || label?.first == "$" { return false }
      let label = label.flatMap { $0.first == "." ? nil : "\($0): " } ?? ""
      guard append("\(separator)\(label)"), write(value) else { return false }
      separator = ", "
    }
    return append(end)
  }

  private mutating func writeDictionary(_ mirror: Mirror) -> Bool {
    if mirror.children.isEmpty { return append("[:]") }
    guard append("[") else { return false }
    for (index, child) in mirror.children.enumerated() {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2, index == 0 || append(", "), write(pair[0]), append(": "), write(pair[1]) else {
        return false
      }
    }
    return append("]")
  }

  private mutating func writeCase(of value: Any, _ mirror: Mirror) -> Bool {
    let type = SwiftName(Swift.type(of: value))
    guard type.canBeWritten else { return false }
    guard let payload = mirror.children.first, let name = payload.label else {
      // Only the default text of a case is its name.
      guard !(value is any CustomStringConvertible), !(value is any CustomDebugStringConvertible) else { return false }
      return append("\(type.text).\(value)")
    }
    guard append("\(type.text).\(name)") else { return false }
    let isList = Mirror(reflecting: payload.value).displayStyle == .tuple
    return isList ? write(payload.value) : append("(") && write(payload.value) && append(")")
  }
}
