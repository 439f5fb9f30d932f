// What packages in use declare of the names that the toolkit has, too. With Uses.swift it is one module, alone the
// library that an app of Uses.swift imports: .ci/extras.
import Streams

/// What Conbini, CombineExt, Entwine, combine-schedulers and the Composable Architecture declare, in short.
extension Publishers {
  public struct Then<Child, Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct HandleEnd<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct DelayedRetry<Context, Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct WithLatestFrom<Upstream, Other> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct Materialize<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct Dematerialize<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct Create<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct Amb<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct ReferenceCounted<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct Factory<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }

  public struct Timer<Upstream> {
    public let mark = ClientMark()
    public init() {}
  }
}

extension Subscribers {
  public final class FixedSink<Input, Failure> {
    public let mark = ClientMark()
    public init() {}
  }

  public final class GraduatedSink<Input, Failure> {
    public let mark = ClientMark()
    public init() {}
  }
}

public struct AnyScheduler<Time, Options> {
  public let mark = ClientMark()
  public init() {}
}

public final class ReplaySubject<Output, Failure> {
  public let mark = ClientMark()
  public init() {}
}

public final class PassthroughRelay<Output> {
  public let mark = ClientMark()
  public init() {}
}

public final class CurrentValueRelay<Output> {
  public let mark = ClientMark()
  public init() {}
}

public final class TestScheduler<Time, Options> {
  public let mark = ClientMark()
  public init() {}
}

public typealias AnySchedulerOf<Context: Scheduler> = AnyScheduler<Context.SchedulerTimeType, Context.SchedulerOptions>

extension Scheduler {
  public func eraseToAnyScheduler() -> AnySchedulerOf<Self> { AnySchedulerOf<Self>() }
}

extension Publisher {
  public func then<Next: Publisher>(
    maxDemand: Subscribers.Demand = .unlimited, _ next: @escaping @Sendable () -> Next
  ) -> ClientMark { ClientMark() }

  public func handleEnd(_ handle: @escaping @Sendable (Subscribers.Completion<Failure>?) -> Void) -> ClientMark {
    ClientMark()
  }

  public func checkpoint(_ name: String) -> ClientMark { ClientMark() }

  public func withLatestFrom<Other: Publisher>(_ other: Other) -> ClientMark { ClientMark() }

  public func withLatestFrom<Other: Publisher, Result>(
    _ other: Other, resultSelector: @escaping @Sendable (Output, Other.Output) -> Result
  ) -> ClientMark { ClientMark() }

  public func materialize() -> ClientMark { ClientMark() }

  public func dematerialize() -> ClientMark { ClientMark() }

  public func amb<Other: Publisher>(_ other: Other) -> ClientMark { ClientMark() }

  public func flatMapLatest<Child: Publisher>(_ transform: @escaping (Output) -> Child) -> ClientMark { ClientMark() }

  public func share(replay: Int) -> ClientMark { ClientMark() }

  public func retry<Context: Scheduler>(
    on scheduler: Context, tolerance: Context.SchedulerTimeType.Stride? = nil,
    options: Context.SchedulerOptions? = nil, intervals: [Double]
  ) -> ClientMark { ClientMark() }

  public func result(
    onEmpty: @escaping @Sendable () -> Failure?, _ receive: @escaping @Sendable (Result<Output, Failure>) -> Void
  ) -> ClientMark { ClientMark() }

  public func sink(
    fixedDemand: Int, receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> ClientMark { ClientMark() }
}

extension Publisher where Failure == Never {
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
  ) -> ClientMark { ClientMark() }

  public func invoke<Target: AnyObject>(
    _ method: @escaping (Target) -> (Output) -> Void, onWeak object: Target
  ) -> ClientMark { ClientMark() }
}

extension Publishers.Multicast {
  public func referenceCounted() -> ClientMark { ClientMark() }
}

extension AnyPublisher {
  public static func create(_ factory: @escaping (Int) -> Void) -> ClientMark { ClientMark() }
}
