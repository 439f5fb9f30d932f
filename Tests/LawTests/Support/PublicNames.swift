import Foundation

/// The public operators, subjects and schedulers, read from the sources, each as `Family.name`.
struct PublicNames {
  private(set) var names: Set<String> = []

  /// Signals are sent to the process, in which laws run side by side: no run of one could send its own.
  private static let ofProcess = "Processes.signal"

  /// - Throws: What reading a source throws.
  init() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let parts = file.path.dropFirst(sources.path.count + 1).split(separator: "/").map(String.init)
      guard parts[0] != "StreamTesting", parts.count > 1 else { continue }
      let isNested = parts[0] == "StreamOperators" || parts[0] == "StreamFoundationBridges"
      read(try String(contentsOf: file, encoding: .utf8), family: isNested ? parts[1] : parts[0])
    }
  }

  private mutating func read(_ source: String, family: String) {
    let own = family
    var (family, isNamespace) = (String?.none, false)
    for line in source.split(separator: "\n") {
      let words = line.split { " :<(".contains($0) }.map(String.init)
      if let place = words.firstIndex(of: "extension"), words.count > place + 1 {
        switch words[place + 1] {
        case "Publisher", "ConnectablePublisher", "Publishers.Multicast": (family, isNamespace) = (own, false)
        case "Publishers", "AnyPublisher": (family, isNamespace) = (own, true)
        case "Collection": (family, isNamespace) = ("Collections", false)
        default: family = nil
        }
      } else if let first = line.first, first.isLetter {
        family = nil
      }
      readType(line, words, own)
      guard let family, let keyword = words.firstIndex(of: "func"), words[..<keyword].contains("public"),
        !isNamespace || words[..<keyword].contains("static"), words[keyword + 1] != "=="
      else { continue }
      let name = "\(family).\(words[keyword + 1].filter { $0 != "`" })"
      if name != Self.ofProcess { names.insert(name) }
    }
  }

  /// A subject is a public type of their folders that is no publisher of one; a scheduler is whatever says so.
  private mutating func readType(_ line: Substring, _ words: [String], _ family: String) {
    guard line.hasPrefix("public ") || line.hasPrefix("extension ") else { return }
    let isScheduler = line.hasSuffix(": Scheduler") || line.contains(": Scheduler,") || line.contains(": Scheduler ")
    if isScheduler, let keyword = words.firstIndex(where: { ["class", "struct", "extension"].contains($0) }) {
      let name = words[keyword + 1]
      if !name.hasSuffix("Publisher") { names.insert("Schedulers.\(name)") }
    }
    guard family == "Subjects" || line.contains(": Subject,"), line.hasPrefix("public "),
      let keyword = words.firstIndex(where: { $0 == "class" || $0 == "struct" })
    else { return }
    let name = words[keyword + 1]
    if !name.hasSuffix("Publisher") { names.insert("Subjects.\(name)") }
  }
}
