public import StreamCore

extension Publisher where Failure == Never {
  /// Runs an asynchronous closure with each value, and waits for it before the next is requested, until the returned
  /// cancellable is cancelled or released.
  ///
  ///     upstream      -1-2-3----4--|
  ///     forEach { number in began.send(number); await wait(3) }
  ///     body began    -1--2--3------
  ///
  /// ```swift
  /// uploads
  ///   .forEach { [weak self] file in await self?.upload(file) }
  ///   .store(in: &cancellables)
  /// ```
  ///
  /// It is a `sink` whose closure may wait. In an asynchronous function, `await publisher.forEach { … }` is the other
  /// form, which is a part of the calling task; there the result of the call tells the two apart:
  /// `.store(in: &cancellables)`, or `let loop: AnyCancellable = …`.
  ///
  /// - **Demand**: one value at a time, requested when the closure has returned: back-pressure.
  /// - **Completion**: ends the subscription. A cancel cancels upstream at once, and the task in which the closure
  ///   runs; the closure is not called again.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the closure runs in a task, on the actor that it is written on.
  ///
  /// - Parameter body: The work for one value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func forEach(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async -> Void
  ) -> AnyCancellable {
    owned({ _ in }, body)
  }
}

extension Publisher {
  /// Runs an asynchronous closure with each value, and waits for it before the next is requested, until the returned
  /// cancellable is cancelled or released.
  ///
  ///     upstream      -1--2---#
  ///     forEach(receiveCompletion:receiveValue:)
  ///     closures      -1--2---#
  ///
  /// - **Demand**: one value at a time, requested when the closure has returned: back-pressure.
  /// - **Completion**: passed to `receiveCompletion`, after `receiveValue` has returned. A cancel cancels upstream at
  ///   once, and the task in which the closures run; neither is called again.
  /// - **Failure**: passed to `receiveCompletion`, after `receiveValue` has returned.
  /// - **Threads**: the closures run in a task, on the actor that they are written on.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once when the publisher ends; not after a cancel.
  ///   - receiveValue: The work for one value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func forEach(
    @_inheritActorContext receiveCompletion:
      @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) async -> Void
  ) -> AnyCancellable {
    owned(receiveCompletion, receiveValue)
  }

  @inlinable
  func owned(
    _ receiveCompletion: @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping @Sendable @isolated(any) (Output) async -> Void
  ) -> AnyCancellable {
    let subscribed = SubscribedInbox(to: self)
    let inbox = subscribed.inbox
    let task = Task {
      // The loop is on the actor of the closure, so that it does not leave it between values.
      await subscribed.deliver(
        to: receiveValue, completion: receiveCompletion,
        isolation: receiveValue.isolation ?? receiveCompletion.isolation)
    }
    return AnyCancellable(
      ConcurrentCancellation {
        // In this order: a task that is resumed by the second call must find itself cancelled.
        task.cancel()
        inbox.cancel()
      })
  }
}

extension SubscribedInbox {
  @inlinable func deliver(
    to receiveValue: @Sendable @isolated(any) (Input) async -> Void,
    completion receiveCompletion: @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    isolation: isolated (any Actor)?
  ) async {
    var completion = Subscribers.Completion<Failure>.finished
    do throws(Failure) {
      while let value = try await inbox.event(isolation: isolation).value() {
        // A value that was on its way when the task was cancelled is dropped.
        guard !Task.isCancelled else { return }
        nonisolated(unsafe) let value = value
        await receiveValue(value)
      }
    } catch {
      completion = .failure(error)
    }
    await end(completion, receiveCompletion, isolation: receiveCompletion.isolation)
  }

  /// Calls a function unless the task is cancelled: asked on the function's actor, so that a cancel there prevents it.
  @inlinable func end(
    _ completion: Subscribers.Completion<Failure>,
    _ receiveCompletion: @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    isolation: isolated (any Actor)?
  ) async {
    if !Task.isCancelled { await receiveCompletion(completion) }
  }
}
