#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: prefix(for:) and after")
  struct ForATimeScenarios {
    @Test("prefix(for:) delivers the first values, and ends once, with upstream or when its time has passed")
    func prefixFor() {
      for (width, cancels) in [(1, false), (2, false), (2, true)] {
        let isPrefix: @Sendable ([Int]) -> Bool = { [1, 2, 3].starts(with: $0) }
        crossing("prefix(for:) of \(width)", cancels: cancels, width: width, isWhole: isPrefix) {
          scenario, source, queue in
          source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
            .prefix(for: .microseconds(5), scheduler: queue).watched(in: scenario)
        }
      }
    }

    @Test("after delivers its value once, whether its timer or a request is first")
    func after() {
      for cancels in [false, true] {
        crossing(
          "after", cancels: cancels, width: 2, sends: false, demand: .none, of: [7], isWhole: { $0 == [7] }
        ) { scenario, _, queue in
          Publishers.after(.microseconds(5), 7, scheduler: queue).watched(in: scenario)
        }
      }
    }
  }
#endif
