#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: Grouping, to upstream: Stream) -> Stream {
      switch stage {
      case .groupBy(let modulus, let bufferSize):
        upstream.groupBy(bufferSize: bufferSize) { $0 % modulus }
          .flatMap { group in group.map { digest([group.key, $0]) } }
          .eraseToAnyPublisher()
      case .windowsOf(let size, let bufferSize):
        upstream.window(size: size, bufferSize: bufferSize)
          .flatMap { $0.collect().map(digest) }
          .eraseToAnyPublisher()
      case .windowsAt(let boundary):
        upstream.window(boundary: stream(boundary))
          .flatMap { $0.collect().map(digest) }
          .eraseToAnyPublisher()
      case .partition(let condition):
        merged(upstream.partition { condition.holds(for: $0) })
      case .chunkedBy(let modulus, let maxLength):
        upstream.chunked(maxLength: maxLength) { $0 % modulus == $1 % modulus }.map(digest).eraseToAnyPublisher()
      case .chunkedOn(let modulus, let maxLength):
        upstream.chunked(maxLength: maxLength, on: { $0 % modulus })
          .map { digest([$0.0] + $0.1) }
          .eraseToAnyPublisher()
      case .collectWhileNot(let condition, let maxLength):
        upstream.collect(maxLength: maxLength) { chunk in chunk.last.map { !condition.holds(for: $0) } ?? true }
          .map(digest)
          .eraseToAnyPublisher()
      case .collectUntil(let boundary):
        upstream.collect(until: stream(boundary)).map(digest).eraseToAnyPublisher()
      }
    }

    private func merged(
      _ halves: (matches: Publishers.Partition<Stream>, nonMatches: Publishers.Partition<Stream>)
    ) -> Stream {
      halves.matches.map { digest([1, $0]) }
        .merge(with: halves.nonMatches.map { digest([0, $0]) })
        .eraseToAnyPublisher()
    }
  }
#endif
