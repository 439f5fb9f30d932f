import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("using")
struct UsingTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  /// Makes numbered resources, and logs what becomes of them; its subscribers log what they receive.
  private struct Resources {
    let log = Box<[String]>([])
    private let number = Box(0)

    func publisher(of source: Source) -> Publishers.Using<Int, Source> {
      Publishers.using {
        let made = number.increment()
        log.update { $0.append("make \(made)") }
        return made
      } release: { resource in
        log.update { $0.append("release \(resource)") }
      } _: { resource in
        log.update { $0.append("use \(resource)") }
        return source
      }
    }

    func record(_ source: Source) -> RecordingSubscriber<Int, TestError> {
      let recorder = RecordingSubscriber<Int, TestError>()
      recorder.onCompletion = { _ in log.update { $0.append("end") } }
      publisher(of: source).subscribe(recorder)
      return recorder
    }
  }

  // Case XA-033.
  @Test("A finish, a failure and a cancel each release the resource once, after the end or after the source's cancel")
  func releases() {
    for end in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let (resources, source) = (Resources(), Source())
      let recorder = resources.record(source)
      source.send(1)
      expectEqual(resources.log.value, ["make 1", "use 1"])
      source.send(completion: end)
      recorder.cancel()
      expectEqual(resources.log.value, ["make 1", "use 1", "end", "release 1"])
      expectEqual(recorder.values, [1])
    }
    let (resources, source) = (Resources(), Source())
    let recorder = resources.record(source)
    expectEqual(source.requests, [.demand(.unlimited)])
    recorder.cancel()
    expectEqual(source.cancelCount, 1)
    recorder.cancel()
    expectEqual(resources.log.value, ["make 1", "use 1", "release 1"])
  }

  @Test("The source is cancelled before the resource is released")
  func order() {
    let log = Box<[String]>([])
    let recorder = Publishers.using {
      1
    } release: { _ in
      log.update { $0.append("release") }
    } _: { _ in
      Publishers.Create<Int, Never> { _ in AnyCancellable { log.update { $0.append("cancel") } } }
    }.record()
    recorder.cancel()
    expectEqual(log.value, ["cancel", "release"])
  }

  @Test("A cancel inside the delivery of the end does not release the resource before that returns")
  func cancelInCompletion() {
    let (resources, source) = (Resources(), Source())
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onCompletion = { [unowned recorder] _ in
      recorder.cancel()
      resources.log.update { $0.append("end") }
    }
    resources.publisher(of: source).subscribe(recorder)
    source.send(completion: .finished)
    expectEqual(resources.log.value, ["make 1", "use 1", "end", "release 1"])
  }

  // Case XA-034.
  @Test("A throw of the closure that makes the resource is the failure, without demand; the source is not made")
  func makeThrows() {
    let recorder = Publishers.using { () throws(TestError) -> Int in
      throw TestError("make")
    } release: { _ in
      Issue.record("There is nothing to release.")
    } _: { _ in
      Issue.record("There is nothing to use.")
      return Fail<Int, TestError>(error: TestError("source"))
    }.record(demand: .none)
    expectEqual(recorder.failure, TestError("make"))
  }

  // Case XA-035.
  @Test("Each subscription has a resource of its own")
  func twoSubscriptions() {
    let (resources, first, second) = (Resources(), Source(), Source())
    let recorders = [resources.record(first), resources.record(second)]
    recorders[1].cancel()
    expectEqual(resources.log.value, ["make 1", "use 1", "make 2", "use 2", "release 2"])
    recorders[0].cancel()
    expectEqual(resources.log.value.last, "release 1")
  }

  @Test("A source that drops its subscriber without an end releases the resource")
  func droppedBySource() {
    let resources = Resources()
    do {
      let source = Source()
      let recorder = resources.record(source)
      recorder.forget()
    }
    expectEqual(resources.log.value.last, "release 1")
  }

  @Test("Passes demand on unchanged, and releases downstream and the closures, however the stream ends")
  func demandAndRelease() {
    expectEqual(
      TestSupport.demand { source in
        Publishers.using {
          1
        } release: { _ in
        } _: { _ in
          source
        }
      }, .passedOn)
    expectEqual(
      leaks { source, token in
        Publishers.using {
          1
        } release: { _ in
          token.pass(())
        } _: { _ in
          source
        }
      }, [])
  }
}
