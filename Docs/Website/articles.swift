// Makes articles of the site from documents of Docs/, and copies the pictures that they show:
//   swift Docs/Website/articles.swift DOCS CATALOG NAME…
// In an article, a link to a document that is one too becomes a link of DocC; one to anything else of the repository becomes
// its text, since the site does not have the file. So documents read well in the repository and on the site.
import Foundation

let docs = URL(fileURLWithPath: CommandLine.arguments[1])
let catalog = URL(fileURLWithPath: CommandLine.arguments[2])
let names = Array(CommandLine.arguments.dropFirst(3))

/// A link or a picture of Markdown: `[text](target)`.
let link = #/(?<picture>!?)\[(?<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?<target>[^)\s]+)\)/#

func article(_ document: String) throws -> String {
  try document.replacing(link) { match in
    let target = String(match.target)
    if target.contains("://") { return String(match.0) }
    if match.picture == "!" {
      let name = URL(fileURLWithPath: target).lastPathComponent
      let copy = catalog.appendingPathComponent(name)
      if !FileManager.default.fileExists(atPath: copy.path) {
        try FileManager.default.copyItem(at: docs.appendingPathComponent(target), to: copy)
      }
      return "![\(match.text)](\(name))"
    }
    let file = target.prefix { $0 != "#" }
    if file.hasSuffix(".md"), names.contains(String(file.dropLast(3))) {
      return "[\(match.text)](doc:\(file.dropLast(3)))"
    }
    return String(match.text)
  }
}

for name in names {
  let document = try String(contentsOf: docs.appendingPathComponent("\(name).md"), encoding: .utf8)
  try article(document).write(to: catalog.appendingPathComponent("\(name).md"), atomically: true, encoding: .utf8)
}
