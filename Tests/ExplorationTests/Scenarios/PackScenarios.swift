#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators of a pack of publishers, whose elements threads of their own send.
  @Suite("Explored: packs of publishers")
  struct PackScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    /// Joins ten sources, of which each of three threads sends to every third; a fourth cancels, perhaps.
    private func ten<Joined: Publisher<[Int], Never>>(
      _ name: String, cancels: Bool = false, _ join: ([Source]) -> Joined,
      expecting check: @escaping (Exploration, [[Int]]) -> Void
    ) {
      exploring(name) { scenario in
        let sources = (0..<10).map { _ in Source() }
        let recorder = scenario.recorder(of: [Int].self)
        join(sources).watched(in: scenario, keeping: recorder).subscribe(recorder)
        for source in sources { scenario.keep(source) }
        for thread in 0..<3 {
          scenario.thread("sender \(thread)") {
            let own = sources.indices.filter { $0 % 3 == thread }
            for value in 1...2 {
              for index in own { sources[index].send(100 * index + value) }
            }
            for index in own { sources[index].send(completion: .finished) }
          }
        }
        if cancels { scenario.thread("canceller") { recorder.cancel() } }
        scenario.atEnd {
          check(scenario, recorder.values)
          scenario.check(cancels || recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    private static func tens(_ value: Int) -> [Int] { (0..<10).map { 100 * $0 + value } }

    private func zipped(_ sources: [Source]) -> some Publisher<[Int], Never> {
      sources[0].zip(
        sources[1], sources[2], sources[3], sources[4], sources[5], sources[6], sources[7], sources[8], sources[9]
      ).map { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int) -> [Int] in
        [a, b, c, d, e, f, g, h, i, j]
      }
    }

    @Test("zip of ten has all groups, and ends")
    func zip() {
      ten("zip of ten") {
        zipped($0)
      } expecting: { scenario, values in
        scenario.expect(values, [Self.tens(1), Self.tens(2)])
      }
    }

    @Test("zip of ten that a thread cancels delivers the first groups, and releases what it has queued")
    func zipCancelled() {
      ten("zip of ten, cancelled", cancels: true) {
        zipped($0)
      } expecting: { scenario, values in
        scenario.expect(values, Array([Self.tens(1), Self.tens(2)].prefix(values.count)))
      }
    }

    @Test("combineLatest of ten ends with the newest of each, and never returns to an older one")
    func combineLatest() {
      ten("combineLatest of ten") { all in
        all[0].combineLatest(all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], all[9]) {
          (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int) -> [Int] in
          [a, b, c, d, e, f, g, h, i, j]
        }
      } expecting: { scenario, values in
        scenario.check(values.last == Self.tens(2), "The last of \(values) is another.")
        for side in 0..<10 {
          let list = values.map { $0[side] }
          scenario.check(list == list.sorted(), "\(list) goes back.")
        }
      }
    }

    @Test("withLatestFrom of three has each element, with others that never go back, until the end or a failure of one")
    func withLatestFrom() {
      for fails in [true, false] {
        exploring(fails ? "withLatestFrom of three, failed" : "withLatestFrom of three") { scenario in
          let sources = (0..<4).map { _ in PassthroughSubject<Int, TestError>() }
          let recorder = scenario.recorder(of: [Int].self, failing: TestError.self)
          sources[0].withLatestFrom(sources[1].prepend(100), sources[2].prepend(200), sources[3].prepend(300))
            .map { (a: Int, b: Int, c: Int, d: Int) -> [Int] in [a, b, c, d] }
            .watched(in: scenario, keeping: recorder).subscribe(recorder)
          for source in sources { scenario.keep(source) }
          scenario.thread("sender") {
            for value in 1...3 { sources[0].send(value) }
            if !fails { sources[0].send(completion: .finished) }
          }
          for other in 1...3 {
            scenario.thread("other sender \(other)") {
              for value in 1...2 { sources[other].send(100 * other + value) }
              if other == 2 { sources[other].send(completion: fails ? .failure(TestError()) : .finished) }
            }
          }
          scenario.atEnd {
            let values = recorder.values
            scenario.expect(values.map { $0[0] }, fails ? Array([1, 2, 3].prefix(values.count)) : [1, 2, 3])
            for side in 1...3 {
              let list = values.map { $0[side] - 100 * side }
              scenario.check(list == list.sorted() && list.allSatisfy { 0...2 ~= $0 }, "\(list) goes back.")
            }
            scenario.check(
              recorder.completion == (fails ? .failure(TestError()) : .finished),
              "The end is \(recorder.completion as Any).")
          }
        }
      }
    }
  }
#endif
