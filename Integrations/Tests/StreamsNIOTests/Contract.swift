import Foundation
import StreamCore
import StreamTesting
import Testing

/// Expects that a publisher of one subscriber keeps the contract.
///
/// The kit blocks its thread, which must be none of the pool for tasks: those of the publisher need it.
func expectContract<P: Publisher & SendableMetatype>(
  sourceLocation: SourceLocation = #_sourceLocation, of makePublisher: @escaping @Sendable () -> P
) async {
  let violations = await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(
        returning: verifyContract(traits: [.shares, .pacedByDemand], interval: 0.02, of: makePublisher))
    }
  }
  #expect(violations.isEmpty, sourceLocation: sourceLocation)
}
