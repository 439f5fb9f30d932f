import BenchModel

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// Chains of one to 64 maps. The argument of the programs is the number of stages that all elements together pass.
enum Chains {
  /// A chain whose stages are all in its type, as a client writes it; `nil` if this number of stages has not been
  /// compiled.
  static func typed(_ stages: Int, _ work: Work<Int>) -> Program? {
    switch stages {
    case 1: { run($0, 1) { mapped($0, work) } }
    case 2: { run($0, 2) { two($0, work) } }
    case 4: { run($0, 4) { four($0, work) } }
    case 8: { run($0, 8) { eight($0, work) } }
    case 16: { run($0, 16) { sixteen($0, work) } }
    case 32: { run($0, 32) { thirtyTwo($0, work) } }
    case 64: { run($0, 64) { thirtyTwo(thirtyTwo($0, work), work) } }
    default: nil
    }
  }

  /// A chain that is erased after each stage, so that it can be as long as the run says.
  static func erased(_ stages: Int, _ work: Work<Int>) -> Program {
    { count in
      run(count, stages) { source in
        (0..<stages).reduce(source.eraseToAnyPublisher()) { chain, _ in
          mapped(chain, work).eraseToAnyPublisher()
        }
      }
    }
  }

  /// A chain that is erased after each 32nd stage.
  static func piecewise(_ stages: Int, _ work: Work<Int>) -> Program {
    { count in
      run(count, stages) { source in
        (0..<(stages / 32)).reduce(source.eraseToAnyPublisher()) { chain, _ in
          thirtyTwo(chain, work).eraseToAnyPublisher()
        }
      }
    }
  }

  private typealias Source = Publishers.Sequence<Range<Int>, Never>

  private static func run(_ count: Int, _ stages: Int, _ chain: (Source) -> some Publisher<Int, Never>) -> Int {
    let tally = Tally()
    let cancellable = chain((0..<(count / stages)).publisher).sink(to: tally.sink())
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  /// Generic, so that `map` is a stage with both libraries, and no closure needs a thunk.
  private static func mapped<Upstream: Publisher>(
    _ upstream: Upstream, _ work: Work<Upstream.Output>
  ) -> Publishers.Map<Upstream, Upstream.Output> {
    upstream.map(work.change)
  }

  private static func two(
    _ upstream: some Publisher<Int, Never>, _ work: Work<Int>
  ) -> some Publisher<Int, Never> {
    mapped(mapped(upstream, work), work)
  }

  private static func four(
    _ upstream: some Publisher<Int, Never>, _ work: Work<Int>
  ) -> some Publisher<Int, Never> {
    two(two(upstream, work), work)
  }

  private static func eight(
    _ upstream: some Publisher<Int, Never>, _ work: Work<Int>
  ) -> some Publisher<Int, Never> {
    four(four(upstream, work), work)
  }

  private static func sixteen(
    _ upstream: some Publisher<Int, Never>, _ work: Work<Int>
  ) -> some Publisher<Int, Never> {
    eight(eight(upstream, work), work)
  }

  private static func thirtyTwo(
    _ upstream: some Publisher<Int, Never>, _ work: Work<Int>
  ) -> some Publisher<Int, Never> {
    sixteen(sixteen(upstream, work), work)
  }
}

extension Publisher where Failure == Never {
  func sink(to sink: Sink<Output>) -> AnyCancellable {
    self.sink(receiveValue: sink.receive)
  }
}
