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
  /// - **Threads**: writes and `receiveCompletion` run on a queue of the writer's own. Where the destination does not
  ///   block (`O_NONBLOCK`), no thread waits for its room. After a cancel, which may be called from any thread, at most
  ///   the current chunk is written.
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
    write(to: handle, closing: false) { ending in
      switch ending {
      case .finished: receiveCompletion(.finished)
      case .upstream(let error): receiveCompletion(.failure(error))
      case .unwritable(let error): receiveCompletion(.failure(error))
      }
    }
  }

  /// As ``write(to:receiveCompletion:)``; says why the writing has ended.
  ///
  /// - Parameters:
  ///   - handle: The destination.
  ///   - closing: Whether the handle is closed at the end, before `receiveEnding` is called, and at a cancel.
  ///   - receiveEnding: Called once, at the end; not after a cancel.
  /// - Returns: A handle that cancels the writing when it is cancelled or released.
  package func write(
    to handle: FileHandle, closing: Bool, receiveEnding: @escaping @Sendable (WriteEnding) -> Void
  ) -> AnyCancellable {
    let writer = FileWriter<Output, Failure>(handle: handle, closing: closing, receiveEnding: receiveEnding)
    subscribe(writer)
    return AnyCancellable(writer)
  }
}

/// Why a writing has ended.
package enum WriteEnding: Sendable {
  case finished
  case upstream(any Error)
  case unwritable(POSIXError)
}

/// Writes chunks, one at a time.
// Sendable: `state` is under its lock; `rest` and `token` belong to the queue.
private final class FileWriter<Input: DataProtocol & Sendable, Failure: Error>: Subscriber, ConcurrentCancellable,
  SubscriptionDescription, WaitingWriter, @unchecked Sendable
{
  private struct State {
    var upstream = UpstreamState.awaitingSubscription
    var receiveEnding: (@Sendable (WriteEnding) -> Void)?
    var isCancelled = false
  }

  private let state: Locked<State>
  private let queue = DispatchQueue(label: "StreamFiles.write")
  private let handle: FileHandle
  private let closing: Bool

  /// What is left of a chunk while the destination has no room.
  private var rest: Input.SubSequence?
  private var token: DescriptorWatcher.Token?

  /// Upstream's end, while the chunk before it is not written yet.
  private var ending: WriteEnding?

  var description: String { "FileWriter" }

  init(handle: FileHandle, closing: Bool, receiveEnding: @escaping @Sendable (WriteEnding) -> Void) {
    self.handle = handle
    self.closing = closing
    var state = State()
    state.receiveEnding = receiveEnding
    self.state = Locked(state)
  }

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { !$0.isCancelled && $0.upstream.attach(subscription) }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard state.withLock({ $0.upstream.isActive }) else { return .none }
    queue.async { [self] in
      rest = input[...]
      resume()
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard state.withLock({ $0.upstream.terminate() }) != nil else { return }
    let ending: WriteEnding =
      switch completion {
      case .finished: .finished
      case .failure(let error): .upstream(error)
      }
    queue.async { [self] in
      self.ending = ending
      if rest == nil { end() }
    }
  }

  func cancel() {
    let (upstream, released, isFirst) = state.withLock { state in
      defer { state.isCancelled = true }
      return (state.upstream.terminate(), state.receiveEnding.take(), !state.isCancelled)
    }
    upstream?.cancel()
    withExtendedLifetime(released) {}
    let writer: any WaitingWriter = self
    if isFirst { queue.async { writer.stop() } }
  }

  // MARK: On the queue

  func resume() {
    token = nil
    // A completion may have arrived since: the chunk before it is written all the same.
    guard let chunk = rest, !state.withLock({ $0.isCancelled }) else { return }
    do throws(POSIXError) {
      rest = try write(chunk)
    } catch {
      rest = nil
      state.withLock { $0.upstream.terminate() }?.cancel()
      ending = .unwritable(error)
      return end()
    }
    if rest != nil {
      let writer: any WaitingWriter = self
      token = DescriptorWatcher.shared.watch(handle.fileDescriptor, until: .writable) { [queue] _ in
        queue.async { writer.resume() }
      }
    } else if ending != nil {
      end()
    } else {
      state.withLock { $0.upstream.subscription }?.request(.max(1))
    }
  }

  /// - Returns: What is left of a chunk, if the destination has no room for it.
  private func write(_ chunk: Input.SubSequence) throws(POSIXError) -> Input.SubSequence? {
    var chunk = chunk
    for region in chunk.regions {
      let count = try region.withUnsafeBytes { writeWhatFits($0, to: handle.fileDescriptor) }.get()
      chunk = chunk.dropFirst(count)
      if count < region.count { return chunk }
    }
    return nil
  }

  /// Ends a wait, so that the writer is released.
  func stop() {
    if let token { DescriptorWatcher.shared.unwatch(token) }
    rest = nil
    close()
  }

  private func end() {
    guard let ending, let receiveEnding = state.withLock({ $0.receiveEnding.take() }) else { return }
    close()
    receiveEnding(ending)
  }

  private func close() {
    if closing { try? handle.close() }
  }
}

/// The non-generic interface called from the queue and the watcher, whose `@Sendable` closures must not capture the
/// generic class.
private protocol WaitingWriter: AnyObject, Sendable {
  func resume()
  func stop()
}

/// Writes bytes until there is no room for more, or blocks, where the destination does.
///
/// - Returns: The number of bytes written.
private func writeWhatFits(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result<Int, POSIXError> {
  withoutBrokenPipeSignal {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        return .failure(POSIXError(currentErrorNumber: errno))
      }
    }
    return .success(bytes.count - rest.count)
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
