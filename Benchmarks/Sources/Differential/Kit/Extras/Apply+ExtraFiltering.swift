#if !PEER
  import DifferentialModel
  import Streams

  extension Run {
    func apply(_ stage: ExtraFiltering, to upstream: Stream) -> Stream {
      switch stage {
      case .removeDuplicatesOn(let modulus):
        upstream.removeDuplicates(on: { $0 % modulus }).eraseToAnyPublisher()
      case .removeAllDuplicates:
        upstream.removeAllDuplicates().eraseToAnyPublisher()
      case .removeAllDuplicatesOn(let modulus, let limit):
        upstream.removeAllDuplicates(on: { $0 % modulus }, remembering: limit).eraseToAnyPublisher()
      case .suffix(let count):
        upstream.suffix(count).eraseToAnyPublisher()
      case .dropLast(let count):
        upstream.dropLast(count).eraseToAnyPublisher()
      case .single:
        upstream.single().mapError(fault).eraseToAnyPublisher()
      case .singleWhere(let condition):
        upstream.single { condition.holds(for: $0) }.mapError(fault).eraseToAnyPublisher()
      case .ifEmpty(let other):
        upstream.ifEmpty(switchTo: stream(other)).eraseToAnyPublisher()
      case .prefixWhileByBehavior(let condition, let isInclusive):
        upstream.prefix(while: { condition.holds(for: $0) }, behavior: isInclusive ? .inclusive : .exclusive)
          .eraseToAnyPublisher()
      case .prefixDuring(let trigger):
        Deferred {
          let (lifetime, watch) = self.lifetime(until: trigger)
          return upstream.prefix(during: lifetime).handleEnd { _ in watch.cancel() }
        }.eraseToAnyPublisher()
      case .prefixDuringUntil(let condition, let isDelivered):
        Deferred { self.prefix(upstream, duringUntil: condition, isDelivered: isDelivered) }.eraseToAnyPublisher()
      case .prefixUntilReplacement(let replacement):
        upstream.prefix(untilReplacement: stream(replacement)).eraseToAnyPublisher()
      case .sample(let trigger, let repeating):
        upstream.sample(on: stream(trigger), repeating: repeating).eraseToAnyPublisher()
      }
    }

    /// A lifetime that a value ends, or the release of its token with the subscription that has ended.
    private func lifetime(until trigger: Int) -> (Lifetime, AnyCancellable) {
      let (lifetime, token) = Lifetime.make()
      return (lifetime, stream(trigger).sink(receiveCompletion: { _ in }, receiveValue: { _ in token.end() }))
    }

    private func prefix(_ upstream: Stream, duringUntil condition: Condition, isDelivered: Bool) -> Stream {
      let (lifetime, token) = Lifetime.make()
      tokens.append(token)
      let end = { @Sendable (value: Int) in if condition.holds(for: value) { token.end() } }
      return isDelivered
        ? upstream.prefix(during: lifetime).handleEvents(receiveOutput: end).eraseToAnyPublisher()
        : upstream.handleEvents(receiveOutput: end).prefix(during: lifetime).eraseToAnyPublisher()
    }
  }

  private let fault: @Sendable (SingleElementError<Fault>) -> Fault = { error in
    switch error {
    case .none: ExtraFiltering.none
    case .many: ExtraFiltering.many
    case .upstream(let fault): fault
    }
  }
#endif
