import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("Typed failures of mapping")
struct TypedFailureTests {
  private struct Odd: Error, Equatable {
    var number: Int
  }

  @Sendable private static func half(_ number: Int) throws(Odd) -> Int {
    guard number.isMultiple(of: 2) else { throw Odd(number: number) }
    return number / 2
  }

  // Case XA-224.
  @Test("An error thrown becomes a failure of its type where upstream cannot fail, and cancels upstream")
  func thrown() {
    let subject = PassthroughSubject<Int, Never>()
    let map: RecordingSubscriber<Int, Odd> = subject.tryMap(Self.half).record()
    let compact: RecordingSubscriber<Int, Odd> =
      subject.tryCompactMap { number throws(Odd) in number == 0 ? nil : try Self.half(number) }.record()
    let scan: RecordingSubscriber<Int, Odd> =
      subject.tryScan(0) { (sum, number) throws(Odd) in try sum + Self.half(number) }.record()
    for number in [0, 2, 4, 5, 6] { subject.send(number) }
    expectEqual(map.values, [0, 1, 2])
    expectEqual(compact.values, [1, 2])
    expectEqual(scan.values, [0, 1, 3])
    for failure in [map.failure, compact.failure, scan.failure] { expectEqual(failure, Odd(number: 5)) }
  }

  @Test("Upstream's failure keeps its type beside a closure that throws the same")
  func upstream() {
    let subject = PassthroughSubject<Int, Odd>()
    let map: RecordingSubscriber<Int, Odd> = subject.tryMap(Self.half).record()
    let compact: RecordingSubscriber<Int, Odd> = subject.tryCompactMap(Self.half).record()
    let scan: RecordingSubscriber<Int, Odd> =
      subject.tryScan(0) { (sum, number) throws(Odd) in try sum + Self.half(number) }.record()
    subject.send(2)
    subject.send(completion: .failure(Odd(number: 7)))
    for recorder in [map, compact, scan] {
      expectEqual(recorder.values, [1])
      expectEqual(recorder.failure, Odd(number: 7))
    }
  }

  // Case XA-225.
  @Test("An untyped closure after a failure of a type has both as any error")
  func untyped() {
    let subject = PassthroughSubject<Int, Odd>()
    let recorder: RecordingSubscriber<Int, any Error> =
      subject.tryMap { if $0 == 3 { throw TestError("three") } else { return $0 } }.record()
    subject.send(completion: .failure(Odd(number: 7)))
    expectEqual(recorder.failure as? Odd, Odd(number: 7))
  }

  // Case XA-225.
  @Test("Without a context the failure is any error, as in Combine; where the context has a type, it keeps it")
  func context() {
    let subject = PassthroughSubject<Int, Odd>()
    #expect(type(of: Just(1).tryMap(Self.half)) == Publishers.TryMap<Just<Int>, Int>.self)
    #expect(type(of: subject.tryMap { $0 + 1 }) == Publishers.TryMap<PassthroughSubject<Int, Odd>, Int>.self)
    let never: AnyPublisher<Int, Odd> = Just(1).tryMap(Self.half).eraseToAnyPublisher()
    expectEqual(never.record().failure, Odd(number: 1))
    let kept: AnyPublisher<Int, Odd> = subject.tryMap { $0 + 1 }.eraseToAnyPublisher()
    let recorder = kept.record()
    subject.send(completion: .failure(Odd(number: 7)))
    expectEqual(recorder.failure, Odd(number: 7))
  }

  private struct Coder: TypedTopLevelDecoder, TypedTopLevelEncoder {
    func decode<T: Decodable>(_ type: T.Type, from input: Int) throws(Odd) -> T {
      guard let half = try TypedFailureTests.half(input) as? T else { throw Odd(number: input) }
      return half
    }

    func encode<T: Encodable>(_ value: T) throws(Odd) -> Int {
      guard let number = value as? Int else { throw Odd(number: 0) }
      return try TypedFailureTests.half(number)
    }
  }

  @Test("Coders that throw one type of error give the pipeline that type")
  func coders() {
    let decoded: RecordingSubscriber<Int, Odd> =
      [8, 3].publisher.decode(type: Int.self, decoder: Coder()).record()
    expectEqual(decoded.values, [4])
    expectEqual(decoded.failure, Odd(number: 3))

    let encoded: RecordingSubscriber<Int, Odd> = [8, 2].publisher.encode(encoder: Coder()).record()
    expectEqual(encoded.values, [4, 1])
    expect(encoded.isFinished)

    let both: RecordingSubscriber<Int, Odd> =
      [8, 6].publisher.encode(encoder: Coder()).decode(type: Int.self, decoder: Coder()).encode(encoder: Coder())
      .record()
    expectEqual(both.values, [1])
    expectEqual(both.failure, Odd(number: 3))
  }

  @Test("An untyped coder after a typed one gives any error")
  func untypedCoder() {
    struct Plain: TopLevelDecoder {
      func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T { throw TestError("plain") }
    }
    let recorder: RecordingSubscriber<Int, any Error> =
      [8].publisher.decode(type: Int.self, decoder: Coder()).decode(type: Int.self, decoder: Plain()).record()
    expectEqual(recorder.failure as? TestError, TestError("plain"))
  }

  // Case XA-227.
  @Test("An error thrown cancels upstream before the send of its element returns")
  func cancels() {
    let upstreams = (0..<3).map { _ in ScriptedPublisher<Int, Never>() }
    let recorders: [RecordingSubscriber<Int, Odd>] = [
      upstreams[0].tryMap(Self.half).record(),
      upstreams[1].tryCompactMap { number throws(Odd) in try Self.half(number) }.record(),
      upstreams[2].tryScan(0) { (sum, number) throws(Odd) in try sum + Self.half(number) }.record(),
    ]
    for upstream in upstreams { upstream.send(1) }
    expectEqual(upstreams.map(\.cancelCount), [1, 1, 1])
    for recorder in recorders { expectEqual(recorder.failure, Odd(number: 1)) }
  }
}
