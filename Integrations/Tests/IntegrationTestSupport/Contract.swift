import Foundation
public import StreamCore
public import StreamTesting
public import Testing

/// Expects that a publisher keeps the contract.
///
/// The kit blocks its thread, which must be none of the pool for tasks: those of the publisher need it.
///
/// - Parameters:
///   - traits: What the publisher does differently; by default it waits for demand, and has one subscriber.
///   - sourceLocation: Where the test expects it.
///   - makePublisher: Makes the publisher, for each rule anew.
public func expectContract<P: Publisher & SendableMetatype>(
  traits: ContractSpecimen.Traits = [.shares, .pacedByDemand], sourceLocation: SourceLocation = #_sourceLocation,
  of makePublisher: @escaping @Sendable () -> P
) async {
  let violations = await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(returning: verifyContract(traits: traits, interval: 0.02, of: makePublisher))
    }
  }
  #expect(violations.isEmpty, sourceLocation: sourceLocation)
}
