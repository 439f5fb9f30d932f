extension Family {
  static let timing = Family("StreamTiming") {
    timingStarting
    timingDelaying
    timingQuietening
    timingLimiting
    timingHopping
    timingMeasuring
  }
}
