import { f, message } from 'stoa'
import type { ConditionPiece } from 'stoa/plugins/promotion'

/** Promotion condition: the sale is made at the POS of one of these stores. */
export const atStores: ConditionPiece = {
  title: 'stores:piece.stores',
  value: { stores: f.ids({ minItems: 1 }) },
  of: { stores: 'store' },
  labels: { stores: 'stores:piece.which' },
  say: (value) => message('stores:say.stores', { ...value }),
  met: ({ stores }: { stores: readonly number[] }, { store }) =>
    store != null && stores.includes(store) ? true : { not: { key: 'stores:why.stores' } },
}
