import BenchModel

#if PEER
  import OpenCombine
#else
  import Streams
#endif

// The stages of the rows, generic over the publisher. So `map` and its like are stages with both libraries: applied to
// a sequence's publisher directly, OpenCombine would make arrays eagerly. It also passes closures from one generic
// context to the next without reabstraction.
extension Pipelines {
  static func mapFilter<Upstream: Publisher>(
    _ upstream: Upstream, _ work: Work<Upstream.Output>
  ) -> Publishers.Filter<Publishers.Map<Upstream, Upstream.Output>> {
    upstream.map(work.change).filter(work.isKept)
  }

  static func mapped<Upstream: Publisher>(
    _ upstream: Upstream, _ work: Work<Upstream.Output>
  ) -> Publishers.Map<Upstream, Upstream.Output> {
    upstream.map(work.change)
  }

  static func stateful<Upstream: Publisher>(
    _ upstream: Upstream, _ work: Work<Upstream.Output>
  ) -> some Publisher<[Upstream.Output], Upstream.Failure>
  where Upstream.Output: ExpressibleByIntegerLiteral & Equatable {
    upstream.scan(0, work.add).removeDuplicates().compactMap(work.narrow).collect()
  }

  static func erased<Upstream: Publisher>(
    _ upstream: Upstream, _ work: Work<Upstream.Output>
  ) -> AnyPublisher<Upstream.Output, Upstream.Failure> {
    upstream.eraseToAnyPublisher().map(work.change).eraseToAnyPublisher().filter(work.isKept).eraseToAnyPublisher()
  }
}

extension Publisher where Failure == Never {
  func sink(to sink: Sink<Output>) -> AnyCancellable {
    self.sink(receiveValue: sink.receive)
  }
}
