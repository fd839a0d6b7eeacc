import Troupe
import TroupeDurable
import TroupeFoundation

typealias Bars = StoreDirectory<String, Bar.State, Bar.Action>

func openBars(in storage: any Storage) -> Bars {
  StoreDirectory { name in
    try await Store(
      initialState: Bar.State(),
      storage: storage,
      key: StorageKey(name),
      codec: StateCodec(format: JSONFormat())
    ) {
      Bar()
    }
  }
}
