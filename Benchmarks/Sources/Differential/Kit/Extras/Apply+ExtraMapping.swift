#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: ExtraMapping, to upstream: Stream) -> Stream {
      switch stage {
      case .scanInto(let initial):
        upstream.scan(into: initial) { $0 = digest([$0, $1]) }.eraseToAnyPublisher()
      case .scanMap(let initial):
        upstream.scanMap(into: initial) { last, value in
          defer { last = value }
          return digest([last, value])
        }.eraseToAnyPublisher()
      case .compactScanMap(let initial):
        upstream.compactScanMap(into: initial) { last, value -> Int? in
          defer { last = value }
          return value == last ? nil : value - last
        }.eraseToAnyPublisher()
      case .enumerated(let first):
        upstream.enumerated(startingAt: first).map { digest([$0.offset, $0.element]) }.eraseToAnyPublisher()
      case .pairwise:
        upstream.pairwise().map { digest([$0.previous, $0.current]) }.eraseToAnyPublisher()
      case .pairwiseStartingWith(let initial):
        upstream.pairwise(startingWith: initial).map { digest([$0.previous, $0.current]) }.eraseToAnyPublisher()
      case .windows(let size, let step):
        upstream.windows(ofCount: size, step: step).map(digest).eraseToAnyPublisher()
      case .interspersed(let count, let separator):
        upstream.interspersed(every: count, with: separator).eraseToAnyPublisher()
      case .materialize(let includingSubscription):
        upstream.materialize(includingSubscription: includingSubscription).map(code).unfailing()
      case .dematerialize(let condition, let end):
        upstream.map { value -> StreamSignal<Int, Fault> in
          condition.holds(for: value) ? .completion(completion(end)) : .input(value)
        }.dematerialize().eraseToAnyPublisher()
      case .materializeAndDematerialize(let includingSubscription):
        upstream.materialize(includingSubscription: includingSubscription).dematerialize().eraseToAnyPublisher()
      case .inputs:
        upstream.materialize(includingSubscription: true).inputs().unfailing()
      case .mapToResult:
        upstream.mapToResult().map { result in
          switch result {
          case .success(let value): value
          case .failure(let fault): Code.failure(fault)
          }
        }.unfailing()
      case .dematerializeResults(let condition, let fault):
        upstream.mapToResult()
          .map { (result: Result<Int, Fault>) in
            result.flatMap { condition.holds(for: $0) ? .failure(fault) : .success($0) }
          }
          .dematerializeResults()
          .eraseToAnyPublisher()
      case .compacted(let condition):
        upstream.map { condition.holds(for: $0) ? $0 : nil }.compacted().eraseToAnyPublisher()
      case .toggle:
        upstream.map { $0.isMultiple(of: 2) }.toggle().map { $0 ? 1 : 0 }.eraseToAnyPublisher()
      case .mapToValue(let value):
        upstream.mapToValue(value).eraseToAnyPublisher()
      case .mapMany(let number):
        upstream.map { [$0, $0 + 1] }.mapMany { $0 + number }.map(digest).eraseToAnyPublisher()
      case .compactMapMany(let condition):
        upstream.map { [$0, $0 + 1] }
          .compactMapMany { condition.holds(for: $0) ? $0 + 1 : nil }
          .map(digest)
          .eraseToAnyPublisher()
      case .withUnretained(let condition, let inPairs):
        Deferred { withUnretained(upstream, releasedAt: condition, inPairs: inPairs) }.eraseToAnyPublisher()
      case .handleEnd:
        handlingEnd(of: upstream)
      case .filterMany(let condition):
        upstream.map { [$0, $0 + 1] }.filterMany { condition.holds(for: $0) }.map(digest).eraseToAnyPublisher()
      }
    }
  }

  /// What no stage retains.
  private final class Unretained: Sendable {
    let number = 5
  }

  private func withUnretained(_ upstream: Stream, releasedAt condition: Condition, inPairs: Bool) -> Stream {
    // Sendable: a scenario runs on one thread.
    final class Owner: @unchecked Sendable { var object: Unretained? = Unretained() }
    let owner = Owner()
    guard let object = owner.object else { return upstream }
    let releasing = upstream.handleEvents(receiveOutput: { if condition.holds(for: $0) { owner.object = nil } })
    return inPairs
      ? releasing.withUnretained(object).map { digest([$0.0.number, $0.1]) }.eraseToAnyPublisher()
      : releasing.withUnretained(object) { digest([$0.number, $1]) }.eraseToAnyPublisher()
  }

  extension Run {
    private func handlingEnd(of upstream: Stream) -> Stream {
      let place = Place.stage(stage)
      return Deferred {
        let use = self.use(at: place)
        return upstream.handleEnd { _ in self.release(use) }
      }.eraseToAnyPublisher()
    }
  }

  /// A signal as a number.
  private let code: @Sendable (StreamSignal<Int, Fault>) -> Int = { signal in
    switch signal {
    case .subscription: Code.subscription
    case .input(let value): value
    case .completion(.finished): Code.finished
    case .completion(.failure(let fault)): Code.failure(fault)
    }
  }
#endif
