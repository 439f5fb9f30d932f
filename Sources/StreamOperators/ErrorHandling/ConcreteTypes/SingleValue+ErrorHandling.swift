internal import StreamCore
public import StreamParts

// Combine's overloads of these operators keep a publisher of a single value one. The general types are marked as such
// instead, for the stages that look: see `SingleValuePublisher`.

extension Publishers.AssertNoFailure: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.MapError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Retry: SingleValuePublisher where Upstream: SingleValuePublisher {}
