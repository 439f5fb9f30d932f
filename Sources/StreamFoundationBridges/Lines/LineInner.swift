public import StreamCore
public import StreamParts

/// Splits the bytes that upstream sends into lines. All stages that read lines use it.
// Sendable: `splitter` and `lines` belong to the thread on which upstream sends, one signal at a time (rule 3).
@usableFromInline
final class LineInner<Piece: Swift.Sequence<UInt8>, Failure: Error, Downstream: Subscriber>: BeginningInner,
  @unchecked Sendable
where Downstream.Input == ArraySlice<UInt8>, Downstream.Failure == any Error {
  @usableFromInline typealias Input = Piece

  @usableFromInline let delivery: SerialDelivery<LinePolicy, Downstream>
  @usableFromInline var splitter: LineSplitter

  /// The lines of the piece being split. Empty between pieces.
  @usableFromInline var lines: ContiguousArray<ArraySlice<UInt8>> = []

  @inlinable
  init(_ description: String, to downstream: Downstream, splitter: LineSplitter) {
    delivery = SerialDelivery(description, LinePolicy(), failsAfterQueue: true, to: downstream)
    self.splitter = splitter
  }

  @inlinable var origin: UpstreamKey { .outer }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.begin(with: PieceRequests(subscription), from: origin)
  }

  @inlinable
  func receive(_ input: Piece) -> Subscribers.Demand {
    guard delivery.isOuterActive else { return .none }
    splitter.append(input)
    do {
      while let line = try splitter.next() { lines.append(splitter[line]) }
      return deliver()
    } catch {
      return deliver(completion: .failure(error), cancels: true)
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard delivery.isOuterActive else { return }
    // The last line of a stream of events is not complete, and is left out.
    if case .finished = completion, !splitter.endsAtReturn {
      do {
        if let line = try splitter.last() { lines.append(splitter[line]) }
      } catch {
        _ = deliver(completion: .failure(error))
        return
      }
    }
    _ = deliver(completion: completion.widened)
  }

  /// Delivers the lines. They are moved out of the property first: upstream may send the next piece from inside a
  /// delivery.
  @inlinable
  func deliver(
    completion: Subscribers.Completion<any Error>? = nil, cancels: Bool = false
  ) -> Subscribers.Demand {
    var taken: ContiguousArray<ArraySlice<UInt8>> = []
    swap(&taken, &lines)
    let demand = delivery.receive(
      contentsOf: taken, from: origin, completion: completion, cancels: cancels,
      after: { $0.isAwaitingPiece = false })
    return demand
  }
}

/// Passes requests for pieces upstream through a trampoline. An upstream may send a piece from inside `request(_:)`,
/// which may cause the next request: that one is made after the first has returned, so that the stack does not grow
/// with the number of pieces.
// Sendable: the upstream's subscription takes calls from any thread.
@usableFromInline
final class PieceRequests: StageSubscription, @unchecked Sendable {
  private let upstream: any Subscription
  private let trampoline = Trampoline()

  @usableFromInline
  init(_ upstream: any Subscription) {
    self.upstream = upstream
  }

  @usableFromInline var description: String { "\(upstream)" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    trampoline.run { upstream.request(demand) }
  }

  @usableFromInline
  func cancel() {
    upstream.cancel()
  }
}

/// Converts each line to an element, or drops it.
@usableFromInline
struct LineElementInner<Downstream: Subscriber>: TerminatingInner where Downstream.Failure == any Error {
  @usableFromInline typealias Input = ArraySlice<UInt8>
  @usableFromInline typealias Failure = any Error

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream: UpstreamSubscription
  @usableFromInline let makeElement: (ArraySlice<UInt8>) throws -> Downstream.Input?

  @inlinable
  init(
    _ description: String, to downstream: Downstream,
    makeElement: @escaping (ArraySlice<UInt8>) throws -> Downstream.Input?
  ) {
    self.downstream = downstream
    upstream = UpstreamSubscription(description)
    self.makeElement = makeElement
  }

  @inlinable @inline(__always)
  func receive(_ line: ArraySlice<UInt8>) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    do {
      guard let element = try makeElement(line) else { return .max(1) }
      return downstream.receive(element)
    } catch {
      return end(.failure(error))
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<any Error>) {
    if upstream.terminate() != nil { downstream.receive(completion: completion) }
  }
}

extension Publisher where Output: Swift.Sequence<UInt8> {
  /// Subscribes to this publisher, and delivers an element for each of its lines.
  ///
  /// - Parameters:
  ///   - subscriber: The receiver of the elements.
  ///   - description: The subscription's description.
  ///   - maxLength: The longest line in bytes.
  ///   - endsAtReturn: Whether a carriage return ends a line, too.
  ///   - makeElement: Converts a line to an element; `nil` drops the line. An error it throws ends the stream.
  @inlinable
  package func subscribeToLines<S: Subscriber>(
    _ subscriber: S, as description: String, maxLength: Int, endsAtReturn: Bool = false,
    makeElement: @escaping (ArraySlice<UInt8>) throws -> S.Input?
  ) where S.Failure == any Error {
    let elements = LineElementInner(description, to: subscriber, makeElement: makeElement)
    let splitter = LineSplitter(maxLength: maxLength, endsAtReturn: endsAtReturn)
    subscribe(LineInner<Output, Failure, LineElementInner<S>>(description, to: elements, splitter: splitter))
  }
}
