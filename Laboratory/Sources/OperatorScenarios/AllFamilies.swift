extension Family {
  /// The families, in the order of the site's front page.
  public static let all: [Family] =
    [
      mapping, filtering, reducing, combining, grouping, errorHandling, resilience, timing, sharing, subjects, creating,
      subscribing, concurrency, debugging, inspection, kernel,
    ] + bridges + [testing]
}
