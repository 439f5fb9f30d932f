import StreamCore
import StreamSubscribing
import TestSupport
import Testing

@Suite("A task that is kept with subscriptions")
struct TaskStoreTests {
  private let endless = AsyncStream.makeStream(of: Never.self)

  /// A task that ends when it is cancelled.
  private let task: Task<Void, Never>

  init() {
    task = Task { [stream = endless.stream] in for await _ in stream {} }
  }

  @Test("A set that is emptied cancels it")
  func set() async {
    var set: Set<AnyCancellable> = []
    task.store(in: &set)
    expectEqual(set.count, 1)
    expect(!task.isCancelled)
    set = []
    expect(task.isCancelled)
    await task.value
  }

  @Test("So does an array")
  func array() async {
    var array: [AnyCancellable] = []
    task.store(in: &array)
    expect(!task.isCancelled)
    array.first?.cancel()
    expect(task.isCancelled)
    await task.value
  }

  @Test("So does a bag, at once if it has been cancelled", arguments: [false, true])
  func bag(isCancelled: Bool) async {
    let bag = CancellableBag()
    if isCancelled { bag.cancel() }
    task.store(in: bag)
    expectEqual(task.isCancelled, isCancelled)
    bag.cancel()
    expect(task.isCancelled)
    await task.value
  }

  @Test("A task that has ended is not disturbed")
  func ended() async throws {
    var set: Set<AnyCancellable> = []
    let throwing = Task { () async throws -> Int in 3 }
    throwing.store(in: &set)
    expectEqual(try await throwing.value, 3)
    set = []
    expectEqual(try await throwing.value, 3)
  }
}
