import StreamCore
import TestSupport
import Testing

/// Compiles only for what is `Sendable`.
private func requireSendable<T: Sendable>(_ value: T) {}

private struct LengthCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> Int { "\(value)".count }

  func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
    guard let value = input as? T else { throw TestError() }
    return value
  }
}

@Suite("Sendable and the kernel's own types")
struct SendableTests {
  @Test("Types that several threads may use are Sendable")
  func sendableTypes() {
    requireSendable(Just(1))
    requireSendable(Empty<Int, TestError>())
    requireSendable(Fail<Int, TestError>(error: TestError()))
    requireSendable(Publishers.Sequence<[Int], Never>(sequence: [1]))
    requireSendable(Optional.Publisher(1))
    requireSendable(Result<Int, TestError>.Publisher(1))
    requireSendable(Record<Int, TestError>(output: [1], completion: .finished))
    requireSendable(Deferred { Just(1) })
    requireSendable(Future<Int, Never> { $0(.success(1)) })
    requireSendable(Publishers.Map(upstream: Just(1)) { $0 })
    requireSendable(Publishers.SetFailureType<Just<Int>, TestError>(upstream: Just(1)))
    requireSendable(PassthroughSubject<Int, TestError>())
    requireSendable(CurrentValueSubject<Int, TestError>(1))
    requireSendable(Subscribers.Demand.unlimited)
    requireSendable(Subscribers.Completion<TestError>.finished)
    requireSendable(Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in }))
    requireSendable(CombineIdentifier())
    requireSendable(AnyCancellable {})
  }

  @Test("TopLevelEncoder and TopLevelDecoder need only the kernel")
  func codersInKernel() throws {
    #expect(try LengthCoder().encode("abc") == 3)
    #expect(try LengthCoder().decode(Int.self, from: 3) == 3)
    #expect(throws: TestError()) { try LengthCoder().decode(String.self, from: 3) }
  }
}
