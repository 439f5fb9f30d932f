import Foundation

let imports = """
  import Foundation
  import Streams
  import StreamTesting
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  """

/// Writes programs in four files, which compile side by side and in less memory than one.
func write(_ parts: [String], imports: String, _ name: String, _ folder: String) throws {
  for share in 0..<min(4, parts.count) {
    let text = imports + stride(from: share, to: parts.count, by: 4).map { parts[$0] }.joined()
    try text.write(toFile: "\(folder)/\(name)\(share).swift", atomically: true, encoding: .utf8)
  }
}

func examples(_ entries: [Entry], _ folder: String) throws {
  var functions: [String: [String]] = [:]
  var expected = ""
  var program = imports + "if CommandLine.arguments.contains(\"tests\") {\n  await runTests()\n  exit(0)\n}\n"
  for (number, entry) in entries.enumerated() {
    // The top level of a program, too, is asynchronous only if it waits.
    let waits = entry.example.contains("await ") ? " async" : ""
    functions[entry.imports.joined(separator: "\n"), default: []].append(
      "/// \(entry.module): \(entry.symbol)\nfunc example\(number)()\(waits) throws {\n\(entry.example)\n}\n")
    expected += "=== \(entry.module): \(entry.symbol)\n\(entry.prints)\(entry.prints.isEmpty ? "" : "\n")"
    program += "print(\"=== \(entry.module): \(entry.symbol)\")\ntry await example\(number)()\n"
  }
  // A file has the imports that its programs show, and no other.
  for (number, (imports, parts)) in functions.sorted(by: { $0.key < $1.key }).enumerated() {
    try write(parts, imports: imports + "\n", "examples\(number)-", folder)
  }
  for (number, entry) in entries.enumerated() where !entry.use.isEmpty {
    let text = entry.program.joined(separator: "\n") + "\n"
    try text.write(toFile: "\(folder)/alone/\(number).swift", atomically: true, encoding: .utf8)
  }
  try program.write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
  try expected.write(toFile: "\(folder)/expected", atomically: true, encoding: .utf8)
}

extension Entry {
  /// The imports that its program needs.
  var imports: [String] {
    var lines: [String] = []
    if example.contains(foundation) { lines.append("import Foundation") }
    if example.contains(#/\bURL(?:Session|Request|Response)/#) {
      lines += ["#if canImport(FoundationNetworking)", "  import FoundationNetworking", "#endif"]
    }
    lines.append("import Streams")
    if module == "StreamTesting" || example.contains(#/\bTestScheduler\b/#) { lines.append("import StreamTesting") }
    return lines
  }

  /// Names of Foundation that programs use. One that is missing here is found when they are compiled.
  private var foundation: Regex<Substring> {
    let names =
      "Data|Date|DispatchQueue|FileManager|JSON(?:De|En)coder|Notification(?:Center)?|Pipe|Process|Progress|SIG\\w+|Timer"
      + "|URL(?:Error|Request|Session)?|UUID|capitalized"
    // By Unicode's rules a full stop between letters is no word boundary.
    guard let regex = try? Regex("\\b(?:\(names))\\b", as: Substring.self) else { preconditionFailure(names) }
    return regex.wordBoundaryKind(.simple)
  }

  /// The program as it is shown: complete.
  var program: [String] { imports + [""] + example.components(separatedBy: "\n") }
}

/// The tests that the laboratory has to copy, each in a type of its own, and called as functions: they need no test
/// framework.
func tests(_ entries: [Entry], _ folder: String) throws {
  var calls = ""
  var types: [String] = []
  let all = entries.flatMap { entry in (entry.tests ?? []).map { (entry: entry, test: $0) } }
  for (number, (entry, test)) in all.enumerated() {
    guard let call = test.firstMatch(of: #/\nfunc (\w+)\(\)( async)? \{/#) else { continue }
    let lines = test.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@Test(") }.joined(separator: "\n")
    types.append("struct Test\(number) {\n\(body.replacing("#expect(", with: "expect("))\n}\n")
    calls += "  print(\"\(entry.module): \(entry.symbol)\")\n"
    calls += "  \(call.2 == nil ? "" : "await ")Test\(number)().\(call.1)()\n"
  }
  try write(types, imports: imports, "tests", folder)
  let text = """
    \(imports)
    func expect(_ isMet: Bool) {
      if !isMet { print("The last of these tests fails.") }
      if !isMet { exit(1) }
    }

    func runTests() async {
      FailureHook.install(nil)
    \(calls)}

    """
  try text.write(toFile: "\(folder)/tests.swift", atomically: true, encoding: .utf8)
}
