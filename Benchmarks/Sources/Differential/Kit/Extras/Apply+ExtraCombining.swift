#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: ExtraCombining, to upstream: Stream) -> Stream {
      switch stage {
      case .withLatestFrom(let others):
        withLatestFrom(upstream, others)
      case .race(let others):
        others.count == 1
          ? upstream.race(with: stream(others[0])).eraseToAnyPublisher()
          : all(upstream, others).race().eraseToAnyPublisher()
      case .forkJoin(let others):
        forkJoin(upstream, others.map(stream))
      case .zipCollection(let others):
        all(upstream, others).zipMany().map(digest).eraseToAnyPublisher()
      case .combineLatestCollection(let others):
        all(upstream, others).combineLatest().map(digest).eraseToAnyPublisher()
      case .mergeCollection(let others):
        all(upstream, others).merge().eraseToAnyPublisher()
      case .mergeDelayingFailures(let others):
        others.count == 1
          ? upstream.mergeDelayingFailures(with: stream(others[0])).mapError(faultOfAll).eraseToAnyPublisher()
          : all(upstream, others).mergeDelayingFailures().mapError(faultOfAll).eraseToAnyPublisher()
      case .combineLatestDelayingFailures(let other):
        upstream.combineLatestDelayingFailures(stream(other)).map { digest([$0, $1]) }.mapError(faultOfAll)
          .eraseToAnyPublisher()
      case .zipBounded(let other, let bufferSize):
        upstream.zip(stream(other), bufferSize: bufferSize, whenFull: .suspend)
          .map { digest([$0, $1]) }
          .eraseToAnyPublisher()
      case .tryZip(let other, let hazard):
        upstream.tryZip(stream(other)) { left, right -> Int in
          try hazard.check(right)
          return digest([left, right])
        }
        .mapError { $0 as? Fault ?? Fault(code: -1) }
        .eraseToAnyPublisher()
      case .tryCombineLatest(let other, let hazard):
        upstream.tryCombineLatest(stream(other)) { left, right -> Int in
          try hazard.check(right)
          return digest([left, right])
        }
        .mapError { $0 as? Fault ?? Fault(code: -1) }
        .eraseToAnyPublisher()
      case .and(let other):
        truths(upstream).and(truths(stream(other))).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
      case .or(let other):
        truths(upstream).or(truths(stream(other))).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
      case .zipLongest(let other, let padding, let otherPadding, let bufferSize):
        upstream.zipLongest(stream(other), padding: padding, otherPadding: otherPadding, bufferSize: bufferSize)
          .map { digest([$0, $1]) }
          .eraseToAnyPublisher()
      case .sequenceEqual(let other, let bufferSize, let modulus):
        upstream.sequenceEqual(stream(other), bufferSize: bufferSize) { $0 % modulus == $1 % modulus }
          .map { $0 ? 1 : 0 }
          .eraseToAnyPublisher()
      case .concatenate(let others):
        all(upstream, others).concatenate().eraseToAnyPublisher()
      case .joined(let others, let separator):
        all(upstream, others).joined(separator: stream(separator)).eraseToAnyPublisher()
      case .gate(let opening, let initiallyOpen, let buffering):
        upstream.gate(
          truths(stream(opening)).ignoreFailure(), initiallyOpen: initiallyOpen, whileClosed: self.buffering(buffering)
        ).eraseToAnyPublisher()
      case .mergeLimited(let others, let limit):
        all(upstream, others).merge(maxPublishers: limit).eraseToAnyPublisher()
      case .allLatest(let others):
        all(upstream, others).map(truths).allLatest().map { $0 ? 1 : 0 }.eraseToAnyPublisher()
      case .anyLatest(let others):
        all(upstream, others).map(truths).anyLatest().map { $0 ? 1 : 0 }.eraseToAnyPublisher()
      case .flatMapBatches(let others, let size):
        all(upstream, others).flatMapBatches(of: size).map(digest).eraseToAnyPublisher()
      case .zipSeveral(let others, let transforms):
        transforms ? zipAndTransform(upstream, others.map(stream)) : zip(upstream, others.map(stream))
      case .combineLatestSeveral(let others, let transforms):
        transforms
          ? combineLatestAndTransform(upstream, others.map(stream)) : combineLatest(upstream, others.map(stream))
      case .then(let next):
        upstream.then { self.stream(next) }.eraseToAnyPublisher()
      case .delaySubscription(let trigger):
        upstream.delaySubscription(until: stream(trigger)).eraseToAnyPublisher()
      }
    }

    private func all(_ upstream: Stream, _ others: [Int]) -> [Stream] { [upstream] + others.map(stream) }

    func faultOfAll(_ merged: MergedFailures<Fault>) -> Fault { Fault(code: digest(merged.failures.map(\.code))) }

    private func truths(_ stream: Stream) -> AnyPublisher<Bool, Fault> {
      stream.map { $0.isMultiple(of: 2) }.eraseToAnyPublisher()
    }

    private func withLatestFrom(_ upstream: Stream, _ others: [Int]) -> Stream {
      switch others.count {
      case 1:
        upstream.withLatestFrom(stream(others[0])) { digest([$0, $1]) }.eraseToAnyPublisher()
      case 2:
        upstream.withLatestFrom(stream(others[0]), stream(others[1])).map { digest([$0, $1, $2]) }.eraseToAnyPublisher()
      case 3:
        upstream.withLatestFrom(stream(others[0]), stream(others[1]), stream(others[2]))
          .map { digested($0) }
          .eraseToAnyPublisher()
      default:
        upstream.withLatestFrom(stream(others[0]), stream(others[1]), stream(others[2]), stream(others[3]))
          .map { digested($0) }
          .eraseToAnyPublisher()
      }
    }

    private func buffering(_ buffering: ExtraCombining.GateBuffering) -> StreamGateBuffering<Fault> {
      switch buffering {
      case .drop: .drop
      case .keepLatest: .keepLatest
      case .queue: .queue(.max, .suspend)
      }
    }
  }
#endif
