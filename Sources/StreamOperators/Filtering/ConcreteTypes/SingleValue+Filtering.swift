internal import StreamCore
public import StreamParts

// Combine's overloads of these operators keep a publisher of a single value one. The general types are marked as such
// instead, for the stages that look: see `SingleValuePublisher`.

extension Publishers.First: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Last: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.RemoveDuplicates: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceEmpty: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryRemoveDuplicates: SingleValuePublisher where Upstream: SingleValuePublisher {}
