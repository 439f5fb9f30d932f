// Makes articles of the site from documents of Docs/, and copies the pictures that they show:
//   swift Docs/Website/articles.swift DOCS CATALOG NAME…
// In an article, a link to a document that is one too becomes a link of DocC; one to anything else of the repository
// becomes its text, since the site does not have the file. So documents read well in the repository and on the site.
// The first paragraph is what the front page and the search say of the article: it is one sentence.
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
  let paragraphs = document.split(separator: "\n\n", maxSplits: 2)
  if paragraphs.count < 2 || paragraphs[1].count > 200 || paragraphs[1].contains(#/\.\s+\S/#) {
    print("\(name).md does not begin with a paragraph of one sentence.")
    exit(1)
  }
  try article(document).write(to: catalog.appendingPathComponent("\(name).md"), atomically: true, encoding: .utf8)
}
