internal import StreamCore
public import StreamParts

// Combine overloads these operators so that a publisher of a single value stays one. Here the general types are marked
// as single-value publishers instead, for the stages that check: see `SingleValuePublisher`.

extension Publishers.AssertNoFailure: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.MapError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Retry: SingleValuePublisher where Upstream: SingleValuePublisher {}
