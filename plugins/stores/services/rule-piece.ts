import { f, message } from 'stoa'
import type { ConditionPiece } from 'stoa/plugins/promotion'

/** A rule may hold at some places only: over the counters that stand in them. */
export const atStores: ConditionPiece = {
  title: 'stores:piece.stores',
  value: { stores: f.ids({ minItems: 1 }) },
  of: { stores: 'store' },
  labels: { stores: 'stores:piece.which' },
  say: (value) => message('stores:say.stores', { ...value }),
  met: ({ stores }: { stores: readonly number[] }, { store }) =>
    store != null && stores.includes(store) ? true : { not: { key: 'stores:why.stores' } },
}
