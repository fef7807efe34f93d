import { type Shape, t } from 'stoa'

/** Number of repairs and sum of their prices, by status. */
export const Summary = t.object({ data: t.list(t.object({ status: t.text(), count: t.int(), worth: t.money() })) })
export type Summary = Shape<typeof Summary>

/** A repair with its parts and its owner. */
export const Bill = t.object({
  name: t.text(),
  price: t.maybe(t.money()),
  owner: t.maybe(t.object({ name: t.text() })),
  parts: t.list(t.object({ name: t.text(), price: t.money(), quantity: t.int() })),
})
