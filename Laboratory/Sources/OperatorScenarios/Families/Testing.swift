/// The methods by which tests wait for publishers, and record them.
extension Family {
  static let testing = Family("StreamTesting", unplayed: suspending + blocking + recording) {}

  private static let suspends = "it ends a pipeline, and suspends the task until then"
  private static let blocks = "it ends a pipeline, and blocks the thread until then"

  private static let suspending = [
    Unplayed(
      "expectsCompletion(timeout:isolation:fileID:filePath:line:column:)", because: suspends,
      example: """
        let upload = [1, 2].publisher.handleEvents(receiveOutput: { print("sent", $0) })
        await upload.expectsCompletion()
        print("done")
        """, prints: "sent 1\nsent 2\ndone",
      pitfall: """
        The subscription begins with the call: what a subject sends before is lost. Send after it, from another task, or use a \
        publisher that begins when it is subscribed to.
        """),
    Unplayed(
      "expectsFailure(timeout:isolation:fileID:filePath:line:column:)", because: suspends,
      example: """
        let failure = await Fail<Int, URLError>(error: URLError(.timedOut)).expectsFailure()
        print(failure?.code == .timedOut)
        """, prints: "true"),
    Unplayed(
      "expectsOne(timeout:isolation:fileID:filePath:line:column:)", because: suspends,
      example: """
        let sum = await [1, 2, 3].publisher.reduce(0, +).expectsOne()
        print(sum ?? 0)
        """, prints: "6",
      pitfall: "The publisher must finish after its value: of one that goes on, take `first()` before."),
    Unplayed(
      "expectsAll(timeout:isolation:fileID:filePath:line:column:)", because: suspends,
      example: """
        let labels = await [1, 2].publisher.map { "row \\($0)" }.expectsAll()
        print(labels)
        """, prints: #"["row 1", "row 2"]"#,
      pitfall: """
        It waits in real time. What takes time is better tested with a `TestScheduler`, which waits for nothing.
        """),
    Unplayed(
      "expectsAtLeast(values:timeout:isolation:fileID:filePath:line:column:_:)", because: suspends,
      example: """
        let volume = CurrentValueSubject<Int, Never>(5)
        await volume.expectsAtLeast(values: 1) { print("volume", $0) }
        """, prints: "volume 5"),
  ]

  private static let blocking = [
    Unplayed(
      "expectsCompletion(timeout:on:fileID:filePath:line:column:)", because: blocks,
      example: """
        func testSaves() {
          Empty<Int, Never>().expectsCompletion()
          print("saved")
        }
        testSaves()
        """, prints: "saved",
      pitfall: """
        Nothing else runs on the thread meanwhile, but for the main thread's run loop: what the publisher waits for must come \
        from elsewhere.
        """),
    Unplayed(
      "expectsFailure(timeout:on:fileID:filePath:line:column:)", because: blocks,
      example: """
        func testIsOffline() {
          let failure = Fail<Int, URLError>(error: URLError(.notConnectedToInternet)).expectsFailure()
          print(failure?.code == .notConnectedToInternet)
        }
        testIsOffline()
        """, prints: "true"),
    Unplayed(
      "expectsOne(timeout:on:fileID:filePath:line:column:)", because: blocks,
      example: """
        func testLoads() {
          let loaded = Just(42).receive(on: DispatchQueue.global()).expectsOne()
          print(loaded ?? 0)
        }
        testLoads()
        """, prints: "42"),
    Unplayed(
      "expectsAll(timeout:on:fileID:filePath:line:column:)", because: blocks,
      example: """
        func testSquares() {
          let squares = (1...3).publisher.map { $0 * $0 }.expectsAll()
          print(squares)
        }
        testSquares()
        """, prints: "[1, 4, 9]"),
    Unplayed(
      "expectsAtLeast(values:timeout:on:fileID:filePath:line:column:_:)", because: blocks,
      example: """
        func testCounts() {
          (1...).publisher.expectsAtLeast(values: 2) { print($0) }
        }
        testCounts()
        """, prints: "1\n2"),
  ]

  private static let recording = [
    Unplayed(
      "record(demand:onValue:)", because: "it ends a pipeline, and keeps what arrives",
      example: """
        let recorder = [1, 2, 3].publisher.record(demand: .max(2))
        print(recorder.values)
        recorder.request(.max(1))
        print(recorder.values)
        """, prints: "[1, 2]\n[1, 2, 3]",
      pitfall: "It retains the subscription. Cancel it, or the test leaves a stream open.")
  ]
}
