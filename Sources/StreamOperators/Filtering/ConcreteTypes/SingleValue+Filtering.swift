internal import StreamCore
public import StreamParts

// Combine overloads these operators so that a publisher of a single value stays one. Here the general types are marked
// as single-value publishers instead, for the stages that check: see `SingleValuePublisher`.

extension Publishers.First: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Last: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.RemoveDuplicates: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceEmpty: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryRemoveDuplicates: SingleValuePublisher where Upstream: SingleValuePublisher {}
