internal import Dispatch
public import Foundation
public import StreamCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension Publisher where Output: DataProtocol & Sendable {
  /// Writes elements to a file, a pipe or a socket, from the handle's current position, requesting each chunk when the
  /// previous one is written.
  ///
  ///     upstream      --d-----d--|
  ///     write(to: handle)
  ///
  /// - **Demand**: one chunk at a time.
  /// - **Completion**: `receiveCompletion` is called with `.finished` when everything is written. The handle is not
  ///   closed.
  /// - **Failure**: passed to `receiveCompletion` after the chunks before it are written; a failed write cancels
  ///   upstream and is a `POSIXError`. A pipe without a reader is `.EPIPE`; no signal is raised.
  /// - **Threads**: writes and `receiveCompletion` run on a queue of the writer's own. After a cancel, which may be
  ///   called from any thread, at most the current chunk is written.
  ///
  /// - Parameters:
  ///   - handle: The destination.
  ///   - receiveCompletion: Called once, at the end; not after a cancel.
  /// - Returns: A handle that cancels the writing when it is cancelled or released.
  @preconcurrency
  @_disfavoredOverload
  public func write(
    to handle: FileHandle,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void
  ) -> AnyCancellable {
    let writer = FileWriter<Output, Failure>(handle: handle, receiveCompletion: receiveCompletion)
    subscribe(writer)
    return AnyCancellable(writer)
  }
}

/// Writes chunks, one at a time.
// Sendable: mutable state is under the lock.
private final class FileWriter<Input: DataProtocol & Sendable, Failure: Error>: Subscriber, ConcurrentCancellable,
  SubscriptionDescription, @unchecked Sendable
{
  private struct State {
    var upstream = UpstreamState.awaitingSubscription
    var receiveCompletion: (@Sendable (Subscribers.Completion<any Error>) -> Void)?
    var isCancelled = false
  }

  private let state: Locked<State>
  private let queue = DispatchQueue(label: "StreamFiles.write")
  private let handle: FileHandle

  var description: String { "FileWriter" }

  init(handle: FileHandle, receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void) {
    self.handle = handle
    var state = State()
    state.receiveCompletion = receiveCompletion
    self.state = Locked(state)
  }

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { !$0.isCancelled && $0.upstream.attach(subscription) }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard state.withLock({ $0.upstream.isActive }) else { return .none }
    queue.async { [self] in write(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard state.withLock({ $0.upstream.terminate() }) != nil else { return }
    queue.async { [self] in end(completion.widened) }
  }

  func cancel() {
    let (upstream, released) = state.withLock { state in
      state.isCancelled = true
      return (state.upstream.terminate(), state.receiveCompletion.take())
    }
    upstream?.cancel()
    withExtendedLifetime(released) {}
  }

  private func write(_ input: Input) {
    // A completion may have arrived since: the chunk before it is written all the same.
    guard !state.withLock({ $0.isCancelled }) else { return }
    for region in input.regions {
      if let error = region.withUnsafeBytes({ writeAll($0, to: handle.fileDescriptor) }) {
        let upstream = state.withLock { $0.upstream.terminate() }
        upstream?.cancel()
        return end(.failure(error))
      }
    }
    state.withLock { $0.upstream.subscription }?.request(.max(1))
  }

  private func end(_ completion: Subscribers.Completion<any Error>) {
    state.withLock { $0.receiveCompletion.take() }?(completion)
  }
}

/// Writes all bytes, blocking if needed.
///
/// - Returns: The error if that failed.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> POSIXError? {
  withoutBrokenPipeSignal {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR:
        continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      default:
        return POSIXError(currentErrorNumber: errno)
      }
    }
    return nil
  }
}

/// Blocks SIGPIPE, which a write to a pipe without a reader raises, on this thread.
private func withoutBrokenPipeSignal<Result>(_ body: () -> Result) -> Result {
  var pipeSignal = sigset_t()
  var former = sigset_t()
  var pending = sigset_t()
  sigemptyset(&pipeSignal)
  sigaddset(&pipeSignal, SIGPIPE)
  sigpending(&pending)
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  pthread_sigmask(SIG_BLOCK, &pipeSignal, &former)
  defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
  let result = body()
  sigpending(&pending)
  if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
    // The signal is pending for this thread: consume it, so that it is not delivered.
    var taken: Int32 = 0
    sigwait(&pipeSignal, &taken)
  }
  return result
}
