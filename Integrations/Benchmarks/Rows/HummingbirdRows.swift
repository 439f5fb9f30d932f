/// Writing the body of a response, to a peer that reads as fast as it can.
func hummingbirdRows(quick: Bool, server: BodyServer, peer: Child) -> [Row] {
  let count = quick ? 100 : 500
  func fetching(_ path: String) -> Row.Job {
    { try await peer.fetch("/\(path)/\((count << 20) / BodyServer.chunk)", from: server.port) >> 20 }
  }
  return [
    Row(
      name: "body of a response", library: "hummingbird", unit: "megabyte", count: count, goal: 0.9,
      accepted: (0.65, "reaches its goal with nothing else to do; 0.73 to 1.22 in nine runs beside other work"),
      ours: fetching("ours"), bare: fetching("bare")),
    Row(
      name: "body of a response, bounded ahead of the socket", library: "hummingbird", unit: "megabyte", count: count,
      goal: 0.9, accepted: (0.4, "every 256 KiB the task and the event loop wait for each other"),
      ours: fetching("bounded"), bare: fetching("bare")),
  ]
}
