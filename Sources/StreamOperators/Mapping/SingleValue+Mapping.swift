internal import StreamCore
public import StreamParts

// Of a publisher of one value, Combine's forms of these are publishers of one value again: see `SingleValuePublisher`.

extension Publishers.Map: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryMap: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Scan: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryScan: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.SetFailureType: SingleValuePublisher where Upstream: SingleValuePublisher {}
