public import Synchronization

/// The signals of a sink whose closures belong to an actor, on their way to them.
@usableFromInline
package enum SinkSignal<Input, Failure: Error> {
  case value(Input)
  case completion(Subscribers.Completion<Failure>)
}

/// Calls the closures of a sink on the actor that they belong to, one at a time and in order; on the main actor at
/// once, if the signal comes from there and nothing waits before it.
@usableFromInline
package final class ActorHandlers<Input, Failure: Error>: ActorQueue<SinkSignal<Input, Failure>>, @unchecked Sendable {
  @usableFromInline let receiveCompletion: PlainFunction<Subscribers.Completion<Failure>>
  @usableFromInline let receiveValue: PlainFunction<Input>

  /// Whether the stream is open.
  @usableFromInline let isOpen = SharedWord(true)

  /// - Parameters:
  ///   - place: The actor that the closures belong to.
  ///   - receiveCompletion: Called with the completion; not after a cancel.
  ///   - receiveValue: Called with each value.
  @usableFromInline
  init(
    on place: ActorPlace, receiveCompletion: PlainFunction<Subscribers.Completion<Failure>>,
    receiveValue: PlainFunction<Input>
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
    super.init(place)
  }

  @inlinable
  func receive(_ value: Input) {
    if isThere { deliver(value) } else { append(.value(value)) }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    if isThere { deliver(completion) } else { append(.completion(completion)) }
  }

  @usableFromInline
  package override func append(_ signal: SinkSignal<Input, Failure>) {
    if isOpen.load(ordering: .acquiring) { super.append(signal) }
  }

  @usableFromInline
  package override func handle(_ signal: SinkSignal<Input, Failure>) {
    switch signal {
    case .value(let value): deliver(value)
    case .completion(let completion): deliver(completion)
    }
  }

  @inlinable
  func deliver(_ value: Input) {
    if isOpen.load(ordering: .acquiring) { receiveValue.call(value) }
  }

  private func deliver(_ completion: Subscribers.Completion<Failure>) {
    if isOpen.exchange(false, ordering: .acquiringAndReleasing) { receiveCompletion.call(completion) }
  }

  @usableFromInline
  override func close() {
    isOpen.store(false, ordering: .releasing)
    super.close()
  }
}

/// Cancels a sink whose closures belong to an actor. It does not retain them, so that they are released with the
/// pipeline.
@usableFromInline
final class ActorSinkCancellation: CancellationTarget {
  private weak var work: (any ActorWork)?
  private let upstream: CancellationTarget

  @usableFromInline
  init(_ work: any ActorWork, upstream: CancellationTarget) {
    self.work = work
    self.upstream = upstream
  }

  @usableFromInline
  override func cancel() {
    work?.close()
    upstream.cancel()
  }
}
