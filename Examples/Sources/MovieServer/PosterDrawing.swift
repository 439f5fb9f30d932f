import Foundation

/// Draws the poster of a film: its title over two colours derived from its number.
enum PosterDrawing {
  static let mediaType = "image/svg+xml"

  static func poster(of film: Film) -> Data {
    let hue = film.id * 47 % 360
    let lines = film.title.split(separator: " ").enumerated().map { line, word in
      #"<text x="16" y="\#(40 + 24 * line)">\#(escaped(word))</text>"#
    }
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="240" height="360" font-family="serif" font-size="22" fill="white">
        <rect width="240" height="360" fill="hsl(\(hue) 45% 25%)"/>
        <circle cx="170" cy="290" r="90" fill="hsl(\((hue + 40) % 360) 70% 55%)"/>
        \(lines.joined(separator: "\n  "))
      </svg>

      """
    return Data(drawing.utf8)
  }

  private static func escaped(_ text: Substring) -> Substring {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
