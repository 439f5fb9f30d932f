import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("firstValue, lastValue, allValues")
struct OneResultTests {
  enum Kind: CaseIterable, Sendable {
    case first, last, all

    func result(of publisher: some Publisher<Int, Never>) async -> [Int] {
      switch self {
      case .first: await publisher.firstValue.map { [$0] } ?? []
      case .last: await publisher.lastValue.map { [$0] } ?? []
      case .all: await publisher.allValues
      }
    }

    func failableResult(of publisher: some Publisher<Int, TestError>) async throws(TestError) -> [Int] {
      switch self {
      case .first: try await publisher.firstValue.map { [$0] } ?? []
      case .last: try await publisher.lastValue.map { [$0] } ?? []
      case .all: try await publisher.allValues
      }
    }
  }

  @Test(
    "Each gives its part of the values", arguments: [(Kind.first, [1]), (.last, [1_000]), (.all, Array(1...1_000))])
  func values(kind: Kind, expected: [Int]) async {
    #expect(await kind.result(of: (1...1_000).publisher) == expected)
  }

  @Test("Without a value there is none", arguments: Kind.allCases)
  func empty(kind: Kind) async {
    #expect(await kind.result(of: Empty<Int, Never>()) == [])
  }

  @Test("A failure is thrown with its type", arguments: Kind.allCases)
  func failure(kind: Kind) async {
    let failing = Fail<Int, TestError>(error: TestError("broken"))
    await #expect(throws: TestError("broken")) { try await kind.failableResult(of: failing) }
  }

  @Test(
    "firstValue requests one value, and cancels upstream after it; the others request all", arguments: Kind.allCases)
  func demand(kind: Kind) async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in
      upstream.send(1)
      if kind != .first { upstream.send(completion: .finished) }
    }
    #expect(await kind.result(of: upstream) == [1])
    expect(upstream.requests == (kind == .first ? [.demand(.max(1)), .cancel] : [.demand(.unlimited)]))
  }

  @Test("A cancel of the task cancels upstream, and gives nothing", arguments: Kind.allCases)
  func cancel(kind: Kind) async {
    let upstream = ScriptedPublisher<Int, Never>()
    let requests = upstream.demands()
    let task = Task { await kind.result(of: upstream) }
    for await _ in requests { break }
    if kind != .first { upstream.send(1) }
    task.cancel()
    #expect(await task.value == [])
    expect(upstream.isCancelled)
  }

  @Test("In a task that is cancelled there is no subscription", arguments: Kind.allCases)
  func cancelledBefore(kind: Kind) async {
    let upstream = ScriptedPublisher<Int, Never>()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await kind.result(of: upstream)
    }
    task.cancel()
    #expect(await task.value == [])
    expectEqual(upstream.subscriberCount, 0)
  }

  @Test("Upstream is released with the result", arguments: Kind.allCases)
  func release(kind: Kind) async {
    weak var released: PassthroughSubject<Int, Never>?
    do {
      let subject = PassthroughSubject<Int, Never>()
      released = subject
      subject.send(completion: .finished)
      #expect(await kind.result(of: subject) == [])
    }
    expect(released == nil)
  }
}
