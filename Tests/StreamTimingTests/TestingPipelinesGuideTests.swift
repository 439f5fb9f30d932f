import Foundation
import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import Synchronization
import Testing

/// What to look up: what has been typed, once the typing has paused.
func lookups<Clock: Scheduler>(
  for typing: some Publisher<String, MarbleFailure>, clock: Clock
) -> some Publisher<String, MarbleFailure> {
  typing.debounce(for: .milliseconds(300), scheduler: clock)
}

/// What the guide's example of leaks looks at.
private final class SearchModel: Sendable {
  private let typing: PassthroughSubject<String, Never>
  private let typed = Mutex<[String]>([])
  private let subscription = Mutex<AnyCancellable?>(nil)

  init(typing: PassthroughSubject<String, Never>) { self.typing = typing }

  func start() {
    let cancellable = typing.sink { [weak self] text in self?.typed.withLock { $0.append(text) } }
    subscription.withLock { $0 = cancellable }
  }
}

@Suite("The guide \"Testing pipelines\"")
struct TestingPipelinesGuideTests {
  @Test("The examples behave as the guide says")
  func guide() {
    let clock = TestScheduler()
    let run = marbles("ab-c------d---|", value: { "\($0)" }, tick: .milliseconds(100), scheduler: clock) {
      lookups(for: $0, clock: clock)
    }
    run.expect("------c------d|")

    let words: [Character: String] = ["a": "sw", "b": "swift"]
    marbles("a---b---#", values: words, failure: MarbleFailure(), tick: .milliseconds(100), scheduler: clock) {
      lookups(for: $0, clock: clock)
    }
    .expect("---a---b#", values: words)

    let typing = PassthroughSubject<String, MarbleFailure>()
    StepVerifier(lookups(for: typing, clock: clock), scheduler: clock)
      .expectSubscription()
      .then("type") { typing.send("s") }
      .expectNoEvent(for: .milliseconds(299))
      .advance(by: .milliseconds(1))
      .expect("s")
      .cancel()
      .verify()

    let scheduler = TestScheduler()
    let keys: TestablePublisher<String, MarbleFailure> = scheduler.createRelativeTestablePublisher([
      (10, .input("s")), (10.2, .input("sw")), (20, .completion(.finished)),
    ])
    let recorder = scheduler.start { lookups(for: keys, clock: scheduler) }
    #expect(
      recorder.recordedOutput == [
        (200, .subscription), (210.5, .input("sw")), (220, .completion(.finished)),
      ])
    #expect(recorder.recordedDemandLog == [(200, .unlimited)])

    let diagram = run.diagram("debounce(for: .milliseconds(300), scheduler: clock)")
    #expect(
      diagram.description == """
        time (s)    0    0.5  1
        upstream    ab-c------d---|
                    [ debounce(for: .milliseconds(300), scheduler: clock) ]
        downstream  ------c------d|
        """)
    #expect(diagram.svg().hasPrefix("<svg"))
  }

  @Test("The example with tasks behaves as the guide says")
  func tasks() async {
    let clock = TestScheduler()
    await withSerialTasks {
      let typing = PassthroughSubject<String, MarbleFailure>()
      let recorder = clock.createTestableSubscriber(String.self, MarbleFailure.self)
      lookups(for: typing, clock: clock).subscribe(recorder)
      let typist = Task {
        for word in ["s", "sw", "swift"] {
          try await Task.sleep(for: .milliseconds(200), clock: clock.clock)
          typing.send(word)
        }
      }
      await clock.advance(by: 5)
      #expect(recorder.recordedOutput == [(0, .subscription), (0.9, .input("swift"))])
      try? await typist.value
    }
  }

  @Test("The messages are those that the guide shows")
  func messages() {
    let clock = TestScheduler()
    let run = marbles("ab-c------d---|", value: { "\($0)" }, tick: .milliseconds(100), scheduler: clock) {
      lookups(for: $0, clock: clock)
    }
    let failures = FailureReporter.failures {
      run.expect("-----c-------d|")
      let typing = PassthroughSubject<String, MarbleFailure>()
      StepVerifier(typing.debounce(for: .milliseconds(200), scheduler: clock), scheduler: clock)
        .expectSubscription()
        .then("type") { typing.send("s") }
        .expectNoEvent(for: .milliseconds(299))
        .verify()
    }
    #expect(failures.map { $0.message.count { $0 == "\n" } } == [3, 3])
    #expect(Guide.texts.contains { $0 == (failures.first?.message ?? "") + "\n" })
  }

  private let typing = PassthroughSubject<String, Never>()

  @Test(.enabled(if: LivingStreams.isCounting))
  func modelLetsGo() {
    expectNoLeaks {
      let model = SearchModel(typing: typing)
      model.start()
    }
  }

  @Test("The guide's code is the code of this test, and its manifest is a package's")
  func isThis() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8).withoutIndentation
    #expect(Guide.code.count == 9)
    #expect(Guide.code.count { $0.contains(".package(") } == 1)
    for block in Guide.code where !block.contains(".package(") {
      #expect(source.contains(block.withoutIndentation), "\(block)")
    }
  }
}

/// The guide's blocks.
private enum Guide {
  static let code = blocks("swift")
  static let texts = blocks("text")

  private static func blocks(_ language: String) -> [String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/StreamTesting/StreamTesting.docc/TestingPipelines.md").standardizedFileURL
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }
}

extension String {
  fileprivate var withoutIndentation: String {
    components(separatedBy: "\n").map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }
}
