import Foundation

/// What the pictures have in common: the frame, the heading, and colours for light and for dark pages.
struct Drawing {
  let width: Double
  let height: Double
  let title: String
  let description: String
  let heading: String
  let note: String
  let body: String

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.text(width)) \(Self.text(height))" role="img" \
    aria-labelledby="title description">
    <title id="title">\(Self.escaped(title))</title>
    <desc id="description">\(Self.escaped(description))</desc>
    <style>
    text { font: 13px system-ui, sans-serif; fill: #1c2430; }
    .quiet { fill: #5a6472; }
    .ground { fill: #ffffff; }
    .bar { fill: #2f6db5; }
    .curve { stroke: #2f6db5; fill: none; stroke-width: 2; }
    .other { fill: #8a5a00; }
    .other-curve { stroke: #8a5a00; fill: none; stroke-width: 1.5; }
    .low { fill: #5a6472; }
    .low-curve { stroke: #5a6472; fill: none; stroke-width: 1.5; }
    .line { stroke: #c9d0d8; stroke-width: 1; }
    .halo { stroke: #ffffff; stroke-width: 7; }
    .goal { stroke: #b3261e; stroke-width: 3; }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6e9ee; }
    .quiet { fill: #9aa4b1; }
    .ground { fill: #14181d; }
    .bar { fill: #6ea8e8; }
    .curve { stroke: #6ea8e8; }
    .other { fill: #e0b050; }
    .other-curve { stroke: #e0b050; }
    .low { fill: #9aa4b1; }
    .low-curve { stroke: #9aa4b1; }
    .line { stroke: #39424d; }
    .halo { stroke: #14181d; }
    .goal { stroke: #ff8a80; }
    }
    </style>
    <rect class="ground" width="100%" height="100%"/>
    <text x="16" y="26" style="font-size: 16px; font-weight: 600">\(Self.escaped(heading))</text>
    <text class="quiet" x="16" y="46">\(Self.escaped(note))</text>
    \(body)
    </svg>

    """
  }

  static func text(_ number: Double) -> String {
    String(format: "%.1f", number)
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
