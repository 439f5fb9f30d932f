extension Family {
  /// The families, in the order of the site's front page.
  public static let all: [Family] = [filtering, timing, sharing, concurrency, subjects]
}
