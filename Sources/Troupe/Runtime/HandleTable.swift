/// The handles of the running cascades, at the slots of the engine's cascades. The table is a value that the
/// runtime owns, on the store's executor.
struct HandleTable {
  private var handles = SlotTable<Cascade>()

  /// All handles.
  var all: some Sequence<Cascade> { handles.all }

  /// The handle of a running cascade; nil if no handle was created.
  subscript(id: CascadeID) -> Cascade? { handles[id.slot] }

  mutating func add(_ handle: Cascade, of id: CascadeID) { handles.set(handle, at: id.slot) }

  /// Removes and returns the handle of a cascade that has ended; nil if no handle was created.
  mutating func remove(_ id: CascadeID) -> Cascade? {
    guard let handle = handles[id.slot] else { return nil }
    handles.remove(at: id.slot)
    return handle
  }
}
