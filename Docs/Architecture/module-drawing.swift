// Draws the library modules of a package. Run by Docs/Architecture/draw:
//   swift package describe --type json | swift Docs/Architecture/module-drawing.swift
//
// The manifest says which modules there are, where their sources are, and who depends on whom. From the folder follows
// the floor. An arrow that other arrows imply is left out, and what holds for each module of a frame is one arrow of
// the frame. The script fails if a module or an arrow has no place in the layout, or a line would run through a box.
import Foundation

// MARK: - Manifest

struct Package: Decodable {
  struct Target: Decodable {
    var name: String
    var path: String
    var type: String
    var target_dependencies: [String]?
    var product_memberships: [String]?
  }

  var targets: [Target]
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("module-drawing: \(message)\n".utf8))
  exit(1)
}

let package = try JSONDecoder().decode(Package.self, from: FileHandle.standardInput.readToEnd() ?? Data())
let modules = package.targets.filter { $0.type == "library" && $0.product_memberships?.isEmpty == false }
let names = Set(modules.map(\.name))
let uses = Dictionary(
  uniqueKeysWithValues: modules.map { ($0.name, Set($0.target_dependencies ?? []).intersection(names)) })

/// All that a module uses, directly or by way of others.
func reach(_ module: String) -> Set<String> {
  uses[module, default: []].reduce(into: uses[module, default: []]) { $0.formUnion(reach($1)) }
}

/// The modules that a module uses and that it does not get by way of others.
func arrows(from module: String) -> Set<String> {
  let direct = uses[module, default: []]
  return direct.filter { target in !direct.contains { $0 != target && reach($0).contains(target) } }
}

func members(of folder: String) -> [String] {
  modules.filter { $0.path.hasPrefix("Sources/\(folder)/") && $0.name != parts }.map(\.name).sorted()
}

let (core, parts, schedulers, testing) = ("StreamCore", "StreamParts", "StreamSchedulers", "StreamTesting")
let (diagnostics, inspection) = ("StreamDiagnostics", "StreamInspection")
let families = members(of: "StreamOperators")
let bridges = members(of: "StreamFoundationBridges")

// MARK: - Geometry

struct Box {
  var name: String
  var x: Double
  var y: Double
  var width: Double
  var height: Double = 30

  var right: Double { x + width }
  var bottom: Double { y + height }
  var middle: Double { x + width / 2 }
  var centre: Double { y + height / 2 }
}

typealias Point = (x: Double, y: Double)

let letter = 7.83
let (gap, margin, padding, row) = (12.0, 24.0, 12.0, 42.0)

func needed(_ name: String) -> Double { Double(name.count) * letter + 14 }

var boxes: [String: Box] = [:]
var frames: [Box] = []
var lines: [(from: String, to: String, points: [Point])] = []

func place(_ name: String, x: Double, y: Double, width: Double, height: Double = 30) {
  guard names.contains(name) else { fail("The manifest has no \(name).") }
  if width < needed(name) { fail("\(name) does not fit into its box.") }
  boxes[name] = Box(name: name, x: x, y: y, width: width, height: height)
}

func box(_ name: String) -> Box {
  guard let box = boxes[name] else { fail("\(name) has no place in the drawing.") }
  return box
}

func line(from: String, to: String, _ points: [Point]) {
  lines.append((from, to, points))
}

/// Places boxes in rows of equal columns.
///
/// - Returns: The lower end of the last row.
func placeRows(_ names: [String], columns: Int, x: Double, y: Double, width: Double) -> Double {
  let column = (width - gap * Double(columns - 1)) / Double(columns)
  for (index, name) in names.enumerated() {
    place(
      name, x: x + Double(index % columns) * (column + gap), y: y + Double(index / columns) * row, width: column)
  }
  return y + Double((names.count + columns - 1) / columns) * row
}

/// What only some modules of a frame use: they stand in its last column, and share a line at its right edge.
func extras(of members: [String], common: Set<String>) -> [(module: String, target: String)] {
  members.flatMap { module in
    arrows(from: module).subtracting(common).subtracting(members).sorted().map { (module, $0) }
  }
}

/// The order in which those that have extras come to stand at the ends of the last rows.
func ordered(_ members: [String], extras: [String], columns: Int) -> [String] {
  var others = members.filter { !extras.contains($0) }
  var ends = extras.sorted()
  var result: [String] = []
  let rows = (members.count + columns - 1) / columns
  if ends.count > rows { fail("More modules of a frame have dependencies of their own than it has rows.") }
  // A last row that is not full would have its end elsewhere.
  let gapsInLastRow = rows * columns - members.count
  for index in 0..<rows {
    let isLast = index == rows - 1
    var length = columns - (index == 0 ? gapsInLastRow : 0)
    let takesEnd = ends.count >= rows - index
    if takesEnd { length -= 1 }
    result += others.prefix(length)
    others.removeFirst(min(length, others.count))
    if index == 0, gapsInLastRow > 0 { result += Array(repeating: "", count: gapsInLastRow) }
    if takesEnd, let end = isLast ? ends.last : ends.first {
      result.append(end)
      ends.removeAll { $0 == end }
    }
  }
  return result
}

// MARK: - Layout, from top to bottom

let familyWidth = 356.0
let bridgeWidth = 460.0
let lane = 22.0
let familyFrameWidth = familyWidth + 2 * padding + lane
let bridgeFrameWidth = bridgeWidth + 2 * padding + lane
let familyX = margin
let bridgeX = familyX + familyFrameWidth + 20
let right = bridgeX + bridgeFrameWidth + 56
let width = right + margin

// Umbrellas, and the toolkit for tests.
let umbrellaTop = 34.0
let frameTop = umbrellaTop + 196
let centre = (familyX + bridgeX + bridgeFrameWidth) / 2
if names.contains("Combine") { place("Combine", x: centre - 60, y: umbrellaTop, width: 120) }
place("Streams", x: centre - 60, y: umbrellaTop + 56, width: 120)
place("StreamOperators", x: familyX + familyFrameWidth / 2 - 75, y: umbrellaTop + 124, width: 150)
place("StreamFoundationBridges", x: bridgeX + bridgeFrameWidth / 2 - 100, y: umbrellaTop + 124, width: 200)
place(inspection, x: familyX, y: umbrellaTop + 56, width: 150)
place(testing, x: right - 130, y: umbrellaTop + 124, width: 130)

/// Places a frame and all that is in it: first those that use each other, the users above the used.
func placeFrame(_ title: String, _ members: [String], x: Double, y: Double, innerWidth: Double) -> Box {
  let common = members.map { uses[$0, default: []] }.reduce(names) { $0.intersection($1) }
  let inner = Dictionary(uniqueKeysWithValues: members.map { ($0, arrows(from: $0).intersection(members)) })
  let linked = members.filter { name in
    inner[name]?.isEmpty == false || inner.values.contains { $0.contains(name) }
  }
  func depth(_ name: String) -> Int { inner[name, default: []].map { depth($0) + 1 }.max() ?? 0 }

  var next = y + 30
  for level in stride(from: linked.map(depth).max() ?? -1, through: 0, by: -1) {
    // Below the row above: each stands under its user, as far as there is one.
    let users = linked.filter { depth($0) == level + 1 }
    let here = linked.filter { depth($0) == level }.sorted { first, second in
      let isUsed = [first, second].map { name in users.contains { inner[$0, default: []].contains(name) } }
      return isUsed[0] != isUsed[1] ? isUsed[0] : first < second
    }
    let columns = max(here.count, level > 0 ? linked.filter { depth($0) == 1 }.count : 1)
    next = placeRows(here, columns: columns, x: x + padding, y: next, width: innerWidth) + 8
  }
  let special = extras(of: members, common: common)
  let rest = ordered(
    members.filter { !linked.contains($0) }, extras: Array(Set(special.map(\.module))), columns: 2)
  let column = (innerWidth - gap) / 2
  for (index, name) in rest.enumerated() where !name.isEmpty {
    place(name, x: x + padding + Double(index % 2) * (column + gap), y: next + Double(index / 2) * row, width: column)
  }
  next += Double((rest.count + 1) / 2) * row
  for name in linked {
    for target in inner[name, default: []].sorted() {
      line(from: name, to: target, [(box(name).middle, box(name).bottom), (box(name).middle, box(target).y)])
    }
  }
  return Box(name: title, x: x, y: y, width: innerWidth + 2 * padding + lane, height: next - y)
}

var familyFrame = placeFrame("Operator families", families, x: familyX, y: frameTop, innerWidth: familyWidth)
var bridgeFrame = placeFrame("Bridges", bridges, x: bridgeX, y: frameTop, innerWidth: bridgeWidth)
let frameBottom = max(familyFrame.bottom, bridgeFrame.bottom)
familyFrame.height = frameBottom - frameTop
bridgeFrame.height = frameBottom - frameTop
frames = [familyFrame, bridgeFrame]

// What operators are made of, schedulers, and the kernel.
let partsTop = frameBottom + 66
let split = bridgeX + 130
place(parts, x: familyX, y: partsTop, width: split - familyX, height: 60)
place(schedulers, x: split + 40, y: partsTop, width: right - 40 - split - 40)
let diagnosticsTop = partsTop + 90
place(diagnostics, x: familyX, y: diagnosticsTop, width: split - familyX)
let coreTop = diagnosticsTop + 70
place(core, x: familyX, y: coreTop, width: right - familyX)
let height = coreTop + 30 + 84

// MARK: - Arrows

func down(_ from: String, _ to: String, at x: Double, top: Double? = nil) {
  line(from: from, to: to, [(x, top ?? box(from).bottom), (x, box(to).y)])
}

for (umbrella, frame) in [("StreamOperators", familyFrame), ("StreamFoundationBridges", bridgeFrame)] {
  line(from: umbrella, to: frame.name, [(box(umbrella).middle, box(umbrella).bottom), (box(umbrella).middle, frame.y)])
  let (top, fork) = (box("Streams"), box("Streams").bottom + 18)
  line(
    from: "Streams", to: umbrella,
    [
      (top.middle, top.bottom), (top.middle, fork), (box(umbrella).middle, fork),
      (box(umbrella).middle, box(umbrella).y),
    ])
}
if names.contains("Combine") { down("Combine", "Streams", at: centre) }

down(familyFrame.name, parts, at: familyX + 90, top: frameBottom)
down(bridgeFrame.name, parts, at: bridgeX + 60, top: frameBottom)
down(parts, diagnostics, at: box(parts).middle)
down(diagnostics, core, at: box(diagnostics).middle)
down(schedulers, core, at: box(schedulers).middle)

for (frame, members) in [(familyFrame, families), (bridgeFrame, bridges)] {
  let special = extras(of: members, common: [core, diagnostics, parts])
  let x = frame.right - padding - 3
  for (module, target) in special {
    guard target == schedulers else { fail("There is no line for \(module) -> \(target).") }
    let start: [Point] = [(box(module).right, box(module).centre), (x, box(module).centre)]
    if x > box(schedulers).x {
      line(from: module, to: target, start + [(x, box(schedulers).y)])
    } else {
      let bus = frameBottom + 28
      line(
        from: module, to: target, start + [(x, bus), (box(schedulers).x + 30, bus), (box(schedulers).x + 30, partsTop)])
    }
  }
}

let (inspector, edge) = (box(inspection), familyX - 12)
line(from: "Streams", to: inspection, [(box("Streams").x, inspector.centre), (inspector.right, inspector.centre)])
line(
  from: inspection, to: parts,
  [
    (inspector.x, inspector.centre), (edge, inspector.centre), (edge, box(parts).centre),
    (box(parts).x, box(parts).centre),
  ])
down(testing, schedulers, at: right - 50)
let under = box(schedulers).bottom + 18
line(from: testing, to: parts, [(right - 20, box(testing).bottom), (right - 20, under), (box(parts).right, under)])

// MARK: - Checks

for module in modules { _ = box(module.name) }

/// The arrows that the picture has, each frame standing for all that are in it.
let drawn = Set(lines.map { "\($0.from) -> \($0.to)" })
let memberFrames = families.map { ($0, familyFrame.name) } + bridges.map { ($0, bridgeFrame.name) }
let frameOf = Dictionary(uniqueKeysWithValues: memberFrames)
for module in modules {
  for target in arrows(from: module.name) {
    let possible = [module.name, frameOf[module.name] ?? module.name].flatMap { from in
      [target, frameOf[target] ?? target].map { "\(from) -> \($0)" }
    }
    if drawn.isDisjoint(with: possible) { fail("\(module.name) -> \(target) is not in the drawing.") }
  }
}
for frame in frames {
  for member in frameOf.keys where frameOf[member] == frame.name && !uses[member, default: []].contains(parts) {
    fail("\(member) does not use \(parts), as its frame says.")
  }
}
for (from, to, _) in lines where names.contains(from) && names.contains(to) && !uses[from, default: []].contains(to) {
  fail("The drawing has \(from) -> \(to), the manifest does not.")
}
for line in lines {
  for (first, second) in zip(line.points, line.points.dropFirst()) {
    for box in boxes.values where box.name != line.from && box.name != line.to {
      let isBeside =
        max(first.x, second.x) <= box.x || min(first.x, second.x) >= box.right || max(first.y, second.y) <= box.y
        || min(first.y, second.y) >= box.bottom
      if !isBeside { fail("The line \(line.from) -> \(line.to) runs through \(box.name).") }
    }
  }
}

// MARK: - Picture

func number(_ value: Double) -> String {
  value == value.rounded() ? String(Int(value)) : String(format: "%.1f", value)
}

func text(_ string: String, x: Double, y: Double, class style: String) -> String {
  "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(string)</text>"
}

func path(_ points: [Point], class style: String, end: String = "") -> String {
  let corners = points.enumerated().map { "\($0 == 0 ? "M" : "L")\(number($1.x)) \(number($1.y))" }
  return "<path class=\"\(style)\" d=\"\(corners.joined(separator: " "))\"\(end)/>"
}

func rectangle(_ box: Box, class style: String) -> String {
  let position = "x=\"\(number(box.x))\" y=\"\(number(box.y))\""
  return "<rect class=\"\(style)\" \(position) width=\"\(number(box.width))\" height=\"\(number(box.height))\"/>"
}

let captions: [(String, Point)] = [
  ("Umbrellas: they re-export, and hold nothing", (familyX, umbrellaTop + 19)),
  ("For tests", (box(testing).x, box(testing).y - 8)),
]
let key = [
  "An arrow points to what a module uses; one that other arrows imply is left out.",
  "An arrow from a frame holds for each module in it. Only an umbrella uses a family.",
]

var svg: [String] = []
svg.append(
  """
  <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="\(number(width))" \
  height="\(number(height))" viewBox="0 0 \(number(width)) \(number(height))">
  <title id="t">The modules of swift-streams, and who uses whom</title>
  <desc id="d">\(lines.map { "\($0.from) uses \($0.to)" }.joined(separator: "; ")).</desc>
  <style>
  rect { fill: #ffffff; stroke: #1f2328; stroke-width: 1.2; }
  .page { stroke: none; }
  .frame { fill: #f6f8fa; stroke: #8c959f; }
  .kernel { fill: #ddf4ff; }
  .parts { fill: #dafbe1; }
  .umbrella { fill: #fff8c5; }
  .testing { fill: #fbefff; }
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; }
  .name { text-anchor: middle; }
  .caption { font: 13px -apple-system, "Segoe UI", Helvetica, "DejaVu Sans", sans-serif; fill: #57606a; }
  path { fill: none; stroke: #1f2328; stroke-width: 1.4; }
  .halo { stroke: #ffffff; stroke-width: 7; }
  .tip { fill: #1f2328; stroke: none; }
  @media (prefers-color-scheme: dark) {
  rect { fill: #0d1117; stroke: #e6edf3; }
  .frame { fill: #161b22; stroke: #6e7681; }
  .kernel { fill: #0c2d6b; }
  .parts { fill: #033a16; }
  .umbrella { fill: #4b2900; }
  .testing { fill: #3c1e70; }
  text { fill: #e6edf3; }
  .caption { fill: #9aa4b2; }
  path { stroke: #e6edf3; }
  .halo { stroke: #0d1117; }
  .tip { fill: #e6edf3; }
  }
  </style>
  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">\
  <path class="tip" d="M0 1 L10 5 L0 9 Z"/></marker></defs>
  """)
svg.append(rectangle(Box(name: "", x: 0, y: 0, width: width, height: height), class: "page"))
for frame in frames {
  svg.append(rectangle(frame, class: "frame"))
  svg.append(text(frame.name, x: frame.x + padding, y: frame.y + 20, class: "caption"))
}
for line in lines {
  // A horizontal part below the frames passes over the lines that it crosses.
  for (first, second) in zip(line.points, line.points.dropFirst()) where first.y == second.y && first.y > frameBottom {
    svg.append(path([first, second], class: "halo"))
  }
  svg.append(path(line.points, class: "line", end: " marker-end=\"url(#tip)\""))
}
let styles = [
  core: "kernel", parts: "parts", diagnostics: "parts", schedulers: "parts", testing: "testing", "Combine": "umbrella",
  "Streams": "umbrella",
  "StreamOperators": "umbrella", "StreamFoundationBridges": "umbrella",
]
for box in boxes.values.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
  svg.append(rectangle(box, class: styles[box.name] ?? "module"))
  svg.append(text(box.name, x: box.middle, y: box.centre + 4.5, class: "name"))
}
for (caption, point) in captions { svg.append(text(caption, x: point.x, y: point.y, class: "caption")) }
for (index, sentence) in key.enumerated() {
  svg.append(text(sentence, x: familyX, y: coreTop + 30 + 34 + Double(index) * 22, class: "caption"))
}
svg.append("</svg>")
print(svg.joined(separator: "\n"))
