import Foundation
import RecipeBook
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamTesting
import Testing

@Suite("Recipe: error gallery")
struct ErrorGalleryTests {
  private static let good = Data(#"{"street": "Main Street"}"#.utf8)
  private static let bad = Data("no JSON".utf8)
  private static let main = ErrorGallery.Address(street: "Main Street")
  private static let nowhere = ErrorGallery.Address(street: "nowhere")

  /// Subscribes to a synchronous publisher, and returns its signals.
  private func outcome<P: Publisher>(of publisher: P) -> (values: [P.Output], error: P.Failure?, isEnded: Bool)
  where P.Output: Sendable {
    let values = Log<P.Output>()
    let completions = Log<Subscribers.Completion<P.Failure>>()
    let subscription = publisher.sink {
      completions.append($0)
    } receiveValue: {
      values.append($0)
    }
    subscription.cancel()
    guard case .failure(let error) = completions.entries.first else {
      return (values.entries, nil, !completions.entries.isEmpty)
    }
    return (values.entries, error, true)
  }

  @Test("A valid value passes the assertion, and an invalid one ends the program")
  func invariant() async {
    #expect(outcome(of: ErrorGallery.invariant(Self.good)).values == [Self.main])
    await #expect(processExitsWith: .failure) {
      let subscription = ErrorGallery.invariant(Data("no JSON".utf8)).sink { _ in }
      subscription.cancel()
    }
  }

  @Test("A body that cannot be decoded gives the default, and ends a source that would go on")
  func oneShot() {
    let one = outcome(of: ErrorGallery.oneShot(Just(Self.bad), default: Self.nowhere))
    #expect(one.values == [Self.nowhere])
    #expect(one.isEnded)
    #expect(outcome(of: ErrorGallery.oneShot(Just(Self.good), default: Self.nowhere)).values == [Self.main])
    let several = [Self.good, Self.bad, Self.good].publisher
    #expect(outcome(of: ErrorGallery.oneShot(several, default: Self.nowhere)).values == [Self.main, Self.nowhere])
  }

  @Test("A request that fails three times succeeds at the fourth attempt, with a pause before each")
  func retrying() {
    let scheduler = TestScheduler()
    let attempts = Log<VirtualTime>()
    let values = Log<ErrorGallery.Address>()
    let subscription = ErrorGallery.retrying(scheduler: scheduler, pause: { 2 }) {
      attempts.append(scheduler.now)
      guard attempts.entries.count == 4 else { return Fail(error: .unreachable).eraseToAnyPublisher() }
      return Just(.init(status: 200, body: Self.good)).setFailureType(to: ErrorGallery.LoadError.self)
        .eraseToAnyPublisher()
    }
    .sink { _ in
    } receiveValue: {
      values.append($0)
    }
    scheduler.resume()
    #expect(attempts.entries == [2, 4, 6, 8])
    #expect(values.entries == [Self.main])
    subscription.cancel()
  }

  @Test("A status that is checked behind the retries is not requested again")
  func refused() {
    let scheduler = TestScheduler()
    let attempts = Log<VirtualTime>()
    let errors = Log<ErrorGallery.LoadError?>()
    let subscription = ErrorGallery.retrying(scheduler: scheduler, pause: { 1 }) {
      attempts.append(scheduler.now)
      return Just(.init(status: 500, body: Data())).setFailureType(to: ErrorGallery.LoadError.self)
        .eraseToAnyPublisher()
    }
    .sink { completion in
      if case .failure(let error) = completion { errors.append(error as? ErrorGallery.LoadError) }
    } receiveValue: { _ in
    }
    scheduler.resume()
    #expect(attempts.entries == [1])
    #expect(errors.entries == [.invalidServerResponse])
    subscription.cancel()
  }

  @Test("The source survives a body that cannot be decoded")
  func surviving() {
    let source = [Self.good, Self.bad, Self.good].publisher
    let values = outcome(of: ErrorGallery.surviving(source, default: Self.nowhere)).values
    #expect(values == [Self.main, Self.nowhere, Self.main])
  }

  @Test("A constrained network leads to the small body; other errors and bad statuses stay")
  func adaptive() {
    @Sendable func answer(_ result: Result<Int, ErrorGallery.LoadError>) -> AnyPublisher<
      ErrorGallery.Answer, ErrorGallery.LoadError
    > {
      result.publisher.map { .init(status: $0, body: Data("\($0)".utf8)) }.eraseToAnyPublisher()
    }
    let constrained = answer(.failure(.constrained))
    #expect(outcome(of: ErrorGallery.adaptive(large: answer(.success(200)), small: { answer(.success(200)) })).isEnded)
    let small = outcome(of: ErrorGallery.adaptive(large: constrained, small: { answer(.success(200)) }))
    #expect(small.values == [Data("200".utf8)])
    let lost = outcome(
      of: ErrorGallery.adaptive(large: answer(.failure(.unreachable)), small: { answer(.success(200)) }))
    #expect(lost.error as? ErrorGallery.LoadError == .unreachable)
    let refused = outcome(of: ErrorGallery.adaptive(large: constrained, small: { answer(.success(500)) }))
    #expect(refused.error as? ErrorGallery.LoadError == .invalidServerResponse)
    #expect(refused.values.isEmpty)
  }
}
