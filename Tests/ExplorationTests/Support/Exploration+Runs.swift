#if Explore
  import StreamTesting
  import Streams

  extension Exploration {
    /// Lets threads subscribe to a shared publisher and cancel while its upstream sends, and checks that there is one
    /// run of upstream at a time, and none in the end.
    ///
    /// - Parameter share: Shares a publisher.
    func exploreRuns(_ share: (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>) {
      let subject = PassthroughSubject<Int, Never>()
      let token = token("The closure before the shared publisher")
      let (connections, most) = (Held(0), Held(0))
      let upstream = subject.handleEvents(
        receiveSubscription: { _ in
          connections.value += 1
          most.value = max(most.value, connections.value)
        }, receiveCancel: { connections.value -= 1 }
      ).map { token.pass($0) }
      let shared = share(upstream.eraseToAnyPublisher())
      let recorders = (1...2).map { recorder("recorder \($0)", of: Int.self) }
      for (index, recorder) in recorders.enumerated() {
        thread("subscriber \(index + 1)") {
          shared.subscribe(recorder)
          recorder.cancel()
        }
      }
      thread("other canceller") { recorders[0].cancel() }
      thread("sender") { for value in 1...3 { subject.send(value) } }
      atEnd {
        for recorder in recorders { self.expectOrder(recorder.values, of: [1, 2, 3]) }
        self.check(connections.value == 0 && most.value <= 1, "\(connections.value) are left, of \(most.value).")
      }
    }
  }
#endif
