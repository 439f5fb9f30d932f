internal import StreamCore
public import StreamParts

// Of a publisher of one value, Combine's forms of these are publishers of one value again: see `SingleValuePublisher`.

extension Publishers.AssertNoFailure: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.MapError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceError: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Retry: SingleValuePublisher where Upstream: SingleValuePublisher {}
