import Foundation

/// What the tests encode and decode.
struct Film: Codable, Equatable {
  var title: String
  var released: Date
}

extension Film {
  /// A film of the first second of 1970.
  static let sample = Film(title: "Dawn", released: Date(timeIntervalSince1970: 0))
}
