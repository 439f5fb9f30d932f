internal import AsyncHTTPClient
internal import NIOCore
internal import StreamCore
internal import StreamsAsyncHTTPClient

/// Reading the body of a response.
func httpRows(quick: Bool, port: Int) -> [Row] {
  let count = quick ? 100 : 500
  let address = "http://127.0.0.1:\(port)/\(count << 20)"
  return [
    Row(
      name: "body of a response", library: "async-http-client", unit: "megabyte", count: count, goal: 0.9,
      accepted: (0.75, "reaches its goal with nothing else to do; 0.83 to 2.52 in five runs beside other work"),
      ours: {
        let (bytes, ending) = (Count(), Ending())
        let cancellable = HTTPClient.shared.bytesPublisher(for: try HTTPClient.Request(url: address))
          .sink(receiveCompletion: ending.arrive) { bytes.value += $0.readableBytes }
        try await ending.wait()
        cancellable.cancel()
        return bytes.value >> 20
      },
      bare: {
        var bytes = 0
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .minutes(5))
        for try await chunk in response.body { bytes += chunk.readableBytes }
        return bytes >> 20
      })
  ]
}
