extension Family {
  static let timing = Family(
    "StreamTiming",
    unplayed: [
      Unplayed(
        "interval(_:after:tolerance:fileID:line:)", because: "it ticks by the machine's clock",
        example: """
          for await text in Publishers.interval(.milliseconds(10)).map({ _ in "tick" }).prefix(2).values {
            print(text)
          }
          """, prints: "tick\ntick",
        pitfall: """
          A test waits for it. Let what uses it take a scheduler, and pass a test's: \
          `Publishers.interval(_:after:tolerance:scheduler:options:)`.
          """,
        listed: Listing(
          under: "Ticks and heartbeats",
          answers: ("I want to create a publisher", "that ticks by the machine's clock"),
          beside: ["interval(_:after:tolerance:scheduler:options:fileID:line:)"]))
    ]
  ) {
    timingStarting
    timingDelaying
    timingQuietening
    timingLimiting
    timingHopping
    timingMeasuring
  }
}
