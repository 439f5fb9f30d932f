import StreamGrouping
import TestSupport

extension Publisher {
  /// Passes values on, by way of a closure that holds the token.
  func passing(_ token: Token) -> Publishers.Map<Self, Output> {
    Publishers.Map(upstream: self) { token.pass($0) }
  }
}

/// Subscribes to a publisher of parts, and to each part, and notes what comes when, as `4 B3`: the tick, the part, in
/// order of appearance, and what it has received. The end of the stream has no name before it.
func record<P: Publisher>(
  _ publisher: P, on scheduler: TestScheduler = TestScheduler(), demand: Subscribers.Demand = .unlimited,
  partDemand: Subscribers.Demand = .unlimited
) -> PartsRecording<P>
where
  P: SendableMetatype, P.Output: Publisher & SendableMetatype, P.Output.Output == Int, P.Output.Failure == P.Failure
{
  let recording = PartsRecording<P>(demand: demand, partDemand: partDemand, scheduler: scheduler)
  publisher.subscribe(recording.outer)
  return recording
}

/// What has been received of a stream of parts.
final class PartsRecording<P: Publisher>: @unchecked Sendable
where
  P: SendableMetatype, P.Output: Publisher & SendableMetatype, P.Output.Output == Int, P.Output.Failure == P.Failure
{
  let outer: RecordingSubscriber<P.Output, P.Failure>
  private let noted = Box<[String]>([])
  private let recorders = Box<[RecordingSubscriber<Int, P.Failure>]>([])

  init(demand: Subscribers.Demand, partDemand: Subscribers.Demand, scheduler: TestScheduler) {
    outer = RecordingSubscriber(demand: demand)
    let note: @Sendable (String) -> Void = { [noted] text in
      let tick = VirtualTime(0).distance(to: scheduler.now).magnitude / 1_000_000_000
      noted.update { $0.append("\(tick) \(text)") }
    }
    outer.onValue = { [recorders] part in
      let recorder = RecordingSubscriber<Int, P.Failure>(demand: partDemand)
      let name = String(UnicodeScalar(UInt8(65 + recorders.value.count % 26)))
      note(name)
      recorder.onValue = { value in
        note("\(name)\(value)")
        return .none
      }
      recorder.onCompletion = { completion in note(name + symbol(completion)) }
      recorders.update { $0.append(recorder) }
      part.subscribe(recorder)
      return .none
    }
    outer.onCompletion = { note(symbol($0)) }
  }

  /// What has come, as `4 B3`.
  var log: [String] { noted.value }

  /// The recorders of the parts.
  var parts: [RecordingSubscriber<Int, P.Failure>] { recorders.value }
}

func symbol(_ completion: Subscribers.Completion<some Error>) -> String {
  if case .finished = completion { "|" } else { "#" }
}

extension TestScheduler {
  /// A source of digits.
  func digits(_ marbles: Marbles) -> MarblePublisher<Int, MarbleFailure> {
    publisher(marbles, failure: MarbleFailure()) { $0.wholeNumberValue ?? -1 }
  }
}
