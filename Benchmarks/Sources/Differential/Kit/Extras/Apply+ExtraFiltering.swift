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
      case .prefixUntilReplacement(let replacement):
        upstream.prefix(untilReplacement: stream(replacement)).eraseToAnyPublisher()
      case .sample(let trigger, let repeating):
        upstream.sample(on: stream(trigger), repeating: repeating).eraseToAnyPublisher()
      }
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
