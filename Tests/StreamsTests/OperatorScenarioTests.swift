import Streams
import TestSupport
import Testing

/// Pipelines of operators of several families.
@Suite("Scenarios: mapping, combining, handling errors")
struct OperatorScenarioTests {
  // MARK: Types

  @Test("A subject whose values are looked up, with errors replaced, has the same type as in Combine")
  func staticType() {
    let publisher = PassthroughSubject<String, Never>().flatMap { name in
      Future<String, any Error> { promise in promise(.success(name)) }
        .catch { _ in Just("none") }
        .map { $0 }
    }
    #expect(
      type(of: publisher)
        == Publishers.FlatMap<
          Publishers.Map<Publishers.Catch<Future<String, any Error>, Just<String>>, String>,
          PassthroughSubject<String, Never>
        >.self)
  }

  // MARK: Ordered steps

  /// Steps that note when they start and when they are done.
  private struct Steps {
    let log = Box<[String]>([])

    func step(_ name: String) -> Future<Bool, any Error> {
      Future { [log] promise in
        log.update { $0.append("start \(name)") }
        promise(.success(true))
      }
    }

    func done(_ name: String) {
      log.update { $0.append("done \(name)") }
    }

    func pipeline<First: Publisher<Bool, any Error>>(from first: First) -> some Publisher<Bool, any Error> {
      let then: @Sendable (String) -> Publishers.Map<Future<Bool, any Error>, Bool> = { name in
        step(name).map { value in
          done(name)
          return value
        }
      }
      return first.map { value in
        done("1")
        return value
      }
      .flatMap { _ in then("2.1").zip(then("2.2"), then("2.3")) { $0 && $1 && $2 } }
      .flatMap { _ in then("3") }
      .flatMap { _ in then("4") }
    }
  }

  private let stepsAfterFirst = [
    "done 1", "start 2.1", "start 2.2", "start 2.3", "done 2.1", "done 2.2", "done 2.3",
    "start 3", "done 3", "start 4", "done 4",
  ]

  @Test("Steps run in order; a bare Future starts when the pipeline is built, and runs once")
  func orderedSteps() {
    let steps = Steps()
    let pipeline = steps.pipeline(from: steps.step("1"))
    expectEqual(steps.log.value, ["start 1"])
    let first = pipeline.record()
    expectEqual(steps.log.value, ["start 1"] + stepsAfterFirst)
    expectEqual(first.values, [true])
    expect(first.isFinished)
    let second = pipeline.record()
    expectEqual(steps.log.value, ["start 1"] + stepsAfterFirst + stepsAfterFirst)
    expectEqual(second.values, [true])
  }

  @Test("A deferred first step starts with each subscription")
  func deferredSteps() {
    let steps = Steps()
    let pipeline = steps.pipeline(from: Deferred { steps.step("1") })
    expectEqual(steps.log.value, [])
    expect(pipeline.record().isFinished)
    expectEqual(steps.log.value, ["start 1"] + stepsAfterFirst)
    expect(pipeline.record().isFinished)
    expectEqual(steps.log.value, (["start 1"] + stepsAfterFirst) + (["start 1"] + stepsAfterFirst))
  }

  // MARK: Failures

  @Test("A thrown error is caught, or replaced")
  func throwAndRecover() {
    let failing = Just(1).tryMap { _ -> Int in throw TestError() }
    let caught = failing.catch { _ in Just(2) }.record()
    expectEqual(caught.values, [2])
    expect(caught.isFinished)
    let replaced = failing.replaceError(with: 2).record()
    expectEqual(replaced.values, [2])
    expect(replaced.isFinished)
  }

  @Test("A bad status is not retried if it is checked behind the retry")
  func judgedAfterRetry() {
    let attempts = Box(0)
    let recorder = Deferred {
      attempts.increment()
      return Result<Int, TestError>.success(500).publisher
    }
    .retry(3)
    .tryMap { status in
      guard status == 200 else { throw TestError("invalidServerResponse") }
      return status
    }
    .record()
    expectEqual(attempts.value, 1)
    expectEqual(recorder.values, [])
    expectEqual(recorder.failure as? TestError, TestError("invalidServerResponse"))
  }

  /// Reads an address; refuses what has no dot.
  private struct AddressReader: TopLevelDecoder {
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      guard text.contains("."), let address = text as? T else { throw TestError("unreadable: \(text)") }
      return address
    }
  }

  @Test("Each payload is decoded or replaced by itself: the source stays alive")
  func decodeEach() {
    let payloads = PassthroughSubject<String, Never>()
    let recorder = payloads.flatMap { payload in
      Just(payload)
        .decode(type: String.self, decoder: AddressReader())
        .catch { _ in Just("8.8.8.8") }
    }
    .record()
    for payload in ["1.1.1.1", "2.2.2.2", "broken", "4.4.4.4"] { payloads.send(payload) }
    expectEqual(recorder.values, ["1.1.1.1", "2.2.2.2", "8.8.8.8", "4.4.4.4"])
    expect(recorder.completions.isEmpty)
    payloads.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("A catch behind the decoder ends the source at the first bad payload")
  func decodeAll() {
    let payloads = PassthroughSubject<String, Never>()
    let recorder = payloads.decode(type: String.self, decoder: AddressReader()).catch { _ in Just("8.8.8.8") }.record()
    for payload in ["1.1.1.1", "broken", "3.3.3.3"] { payloads.send(payload) }
    expectEqual(recorder.values, ["1.1.1.1", "8.8.8.8"])
    expect(recorder.isFinished)
  }

  @Test("The publisher of a sensor delivers values and an error, and nothing before it is enabled")
  func sensor() {
    /// Stands for a class that wraps a delegate.
    final class Sensor: Sendable {
      private let isEnabled = Box(false)
      private let subject = PassthroughSubject<Int, TestError>()
      var readings: AnyPublisher<Int, any Error> { subject.mapError { $0 as any Error }.eraseToAnyPublisher() }

      func enable() { isEnabled.value = true }

      func didRead(_ value: Int) {
        if isEnabled.value { subject.send(value) }
      }

      func didFail() {
        if isEnabled.value { subject.send(completion: .failure(TestError("sensor"))) }
      }
    }
    let sensor = Sensor()
    let recorder = sensor.readings.record()
    sensor.didRead(0)
    sensor.enable()
    sensor.didRead(1)
    sensor.didRead(2)
    sensor.didFail()
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure as? TestError, TestError("sensor"))
  }

  @Test("flatMap with a Future calls a function with each value, and delivers the results in order")
  func asynchronousCalls() {
    let recorder = ["a", "b"].publisher.flatMap { name in
      Future<String, Never> { promise in promise(.success("found \(name)")) }
    }
    .record()
    expectEqual(recorder.values, ["found a", "found b"])
    expect(recorder.isFinished)
  }
}
