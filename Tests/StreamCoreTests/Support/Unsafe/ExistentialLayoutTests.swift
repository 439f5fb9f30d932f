import TestSupport
import Testing

@testable import StreamCore

/// How often a subscription has been called.
private struct Calls: Sendable {
  let demands = Box<[Subscribers.Demand]>([])
  let cancels = Box(0)
}

private final class ClassSubscription: Subscription, CustomStringConvertible {
  let calls = Calls()
  let description = "class"

  func request(_ demand: Subscribers.Demand) { calls.demands.update { $0.append(demand) } }

  func cancel() { calls.cancels.increment() }
}

private final class GenericSubscription<Element>: Subscription {
  let calls = Calls()

  func request(_ demand: Subscribers.Demand) { calls.demands.update { $0.append(demand) } }

  func cancel() { calls.cancels.increment() }
}

/// Small enough to be in the existential itself.
private struct ValueSubscription: Subscription, CustomStringConvertible {
  let combineIdentifier = CombineIdentifier()
  let calls: Calls
  let description = "value"

  func request(_ demand: Subscribers.Demand) { calls.demands.update { $0.append(demand) } }

  func cancel() { calls.cancels.increment() }
}

/// A value with one reference, which lies in the existential as an object does.
private struct WrappingSubscription: Subscription {
  let wrapped: ClassSubscription

  var combineIdentifier: CombineIdentifier { wrapped.combineIdentifier }

  func request(_ demand: Subscribers.Demand) { wrapped.request(demand) }

  func cancel() { wrapped.cancel() }
}

private let zeroSizeCalls = Calls()
private let zeroSizeIdentifier = CombineIdentifier()

private struct ZeroSizeSubscription: Subscription {
  var combineIdentifier: CombineIdentifier { zeroSizeIdentifier }

  func request(_ demand: Subscribers.Demand) { zeroSizeCalls.demands.update { $0.append(demand) } }

  func cancel() { zeroSizeCalls.cancels.increment() }
}

@Suite("SubscriptionObject: the layout that it assumes")
struct ExistentialLayoutTests {
  private func call(_ subscription: any Subscription) {
    subscription.request(.max(2))
    subscription.request(.unlimited)
    subscription.cancel()
  }

  private func expectCalls(_ calls: Calls) {
    expectEqual(calls.demands.value, [.max(2), .unlimited])
    expectEqual(calls.cancels.value, 1)
  }

  @Test("A value of a protocol type takes five words, one that must be an object two")
  func sizes() {
    let word = MemoryLayout<UnsafeRawPointer>.size
    expectEqual(MemoryLayout<any Subscription>.size, 5 * word)
    expectEqual(MemoryLayout<SubscriptionObject>.size, 2 * word)
    expectEqual(MemoryLayout<SubscriptionObject>.stride, MemoryLayout<(AnyObject, UnsafeRawPointer)>.stride)
    expectEqual(MemoryLayout<any Subscription>.alignment, MemoryLayout<SubscriptionObject>.alignment)
  }

  @Test("A subscription that is an object is itself, and takes its calls")
  func ofClass() {
    let subscription = ClassSubscription()
    let converted = object(of: subscription)
    expect(converted === subscription)
    expect(type(of: converted) == ClassSubscription.self)
    expectEqual(converted.combineIdentifier, subscription.combineIdentifier)
    expectEqual("\(converted)", "class")
    call(converted)
    expectCalls(subscription.calls)
  }

  @Test("A subscription of a generic class, whose conformance is made at run time, takes its calls")
  func ofGenericClass() {
    let subscription = GenericSubscription<[String]>()
    let converted = object(of: subscription)
    expect(converted === subscription)
    expect(converted as? GenericSubscription<[String]> === subscription)
    call(converted)
    expectCalls(subscription.calls)
  }

  @Test("What the cast as? makes of an object is the same, the table included")
  func equalsCast() throws {
    let subscription: any Subscription = ClassSubscription()
    let cast = try #require(subscription as? SubscriptionObject)
    let words = { (object: SubscriptionObject) in
      withUnsafeBytes(of: object) { Array($0.bindMemory(to: UInt.self)) }
    }
    expectEqual(words(object(of: subscription)), words(cast))
  }

  @Test("A subscription that is a value is passed on to by an object, which has its identity and description")
  func ofValue() {
    let subscription = ValueSubscription(calls: Calls())
    let converted = object(of: subscription)
    expectEqual(converted.combineIdentifier, subscription.combineIdentifier)
    expectEqual("\(converted)", "value")
    expect(Mirror(reflecting: converted).children.contains { $0.label == "calls" })
    call(converted)
    expectCalls(subscription.calls)
  }

  @Test("A value that holds one reference is not taken for an object")
  func ofValueWithReference() {
    let subscription = WrappingSubscription(wrapped: ClassSubscription())
    let converted = object(of: subscription)
    expect(converted !== subscription.wrapped)
    expectEqual(converted.combineIdentifier, subscription.combineIdentifier)
    call(converted)
    expectCalls(subscription.wrapped.calls)
  }

  @Test("A value of no size takes its calls")
  func ofValueWithoutSize() {
    expectEqual(MemoryLayout<ZeroSizeSubscription>.size, 0)
    let converted = object(of: ZeroSizeSubscription())
    expectEqual(converted.combineIdentifier, ZeroSizeSubscription().combineIdentifier)
    call(converted)
    expectCalls(zeroSizeCalls)
  }

  @Test("An object is converted without being changed by a second conversion")
  func twice() {
    let value = object(of: ValueSubscription(calls: Calls()))
    expect(object(of: value) === value)
  }

  @Test("The converted subscription keeps the object alive, and releases it")
  func releases() {
    weak var weakSubscription: ClassSubscription?
    do {
      let converted: SubscriptionObject
      do {
        let subscription = ClassSubscription()
        weakSubscription = subscription
        converted = object(of: subscription)
      }
      expect(weakSubscription != nil)
      withExtendedLifetime(converted) {}
    }
    expect(weakSubscription == nil)
  }
}
