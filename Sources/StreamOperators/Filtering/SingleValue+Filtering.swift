internal import StreamCore
public import StreamParts

// Of a publisher of one value, Combine's forms of these are publishers of one value again: see `SingleValuePublisher`.

extension Publishers.First: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Last: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.RemoveDuplicates: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ReplaceEmpty: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryRemoveDuplicates: SingleValuePublisher where Upstream: SingleValuePublisher {}
