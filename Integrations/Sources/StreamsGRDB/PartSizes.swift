/// How many rows are read in one access: as many as are read in a short time.
///
/// An access costs as much as reading tens of small rows. Of rows with megabytes in them, few are to be held at a time.
@usableFromInline
struct PartSizes {
  /// However many the program allows: more would make an access no cheaper.
  @usableFromInline static var limit: Int { 1_024 }

  @usableFromInline let largest: Int
  @usableFromInline private(set) var next: Int

  /// Begins with few rows, so that the first are delivered soon.
  @usableFromInline
  init(upTo largest: Int) {
    self.largest = min(largest, Self.limit)
    next = min(self.largest, 16)
  }

  /// Takes the time that the part has taken into account for the one after it.
  @usableFromInline
  mutating func readPart(in time: Duration) {
    if time > .milliseconds(2) {
      next = max(1, next / 2)
    } else if time < .microseconds(500) {
      next = min(largest, next * 2)
    }
  }
}
