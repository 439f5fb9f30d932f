#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: timeout(_:fallback:)")
  struct TimeoutFallbackScenarios {
    @Test("timeout(_:fallback:) delivers the values of both in order, and ends once", arguments: [true, false])
    func cross(cancels: Bool) {
      crossing("timeout(_:fallback:)", cancels: cancels, demand: .max(3), of: [1, 2, 3, 11, 12]) {
        scenario, source, queue in
        let token = scenario.token("The fallback")
        return source.timeout(
          .microseconds(5), scheduler: queue,
          fallback: Publishers.Map(upstream: [11, 12].publisher) { token.pass($0) }.receive(on: queue))
      }
    }
  }
#endif
