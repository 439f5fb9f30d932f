import Foundation
import StreamDiagnostics
import TestSupport
import Testing

@Suite("StreamSignal")
struct StreamSignalTests {
  private typealias Recorded = StreamSignal<Int, TestError>

  private let all: [Recorded] = [
    .subscription, .input(1), .completion(.finished), .completion(.failure(TestError("coded"))),
  ]

  // Case XA-008. All tests that record signals use it as well.
  @Test("StreamTesting's Signal is the same type, with its members")
  func signalOfTesting() {
    let signal: Signal<Int, TestError> = .input(1)
    expectEqual(signal, Recorded.input(1))
    expectEqual(signal.mapInput { "\($0)" }, .input("1"))
    expectEqual(
      Recorded.completion(.failure(TestError("a"))).mapFailure { TestError($0.name + "b") }.description, "failure(ab)")
    expectEqual(all.map(\.description), ["subscription", "input(1)", "finished", "failure(coded)"])
  }

  // Case XA-009.
  @Test("What has been encoded decodes to an equal signal")
  func codes() throws {
    for signal in all {
      let data = try JSONEncoder().encode(signal)
      #expect(try JSONDecoder().decode(Recorded.self, from: data) == signal)
    }
  }

  @Test("A completion is terminal, and no other signal")
  func terminal() {
    expectEqual(all.map(\.isTerminal), [false, false, true, true])
  }

  @Test("A signal stands for itself")
  func convertible() {
    for signal in all {
      expectEqual(signal.signal, signal)
      expectEqual(Recorded(signal), signal)
    }
  }
}
