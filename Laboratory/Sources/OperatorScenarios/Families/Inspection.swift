extension Family {
  static let inspection = Family(
    "StreamInspection",
    unplayed: [
      Unplayed(
        "checkpoint(_:fileID:line:)", because: "it changes nothing: it names a place for reports, as the program shows",
        example: """
          StreamInspector.arm()
          let orders = PassthroughSubject<Int, Never>()
          let cancellable = orders.checkpoint("orders").map { $0 * 2 }.sink { print($0) }
          orders.send(1)
          print(StreamInspector.report().contains("orders"))
          """, prints: "2\ntrue",
        pitfall: """
          It names one place. What passes it is counted whether or not it has a name; a name makes a report easier to \
          read, and tells which way a failure has come.
          """)
    ]
  ) {
  }
}
