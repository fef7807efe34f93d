import { type Shape, t } from 'stoa'

/** How many repairs there are by status, and what they are worth. */
export const Summary = t.object({ data: t.list(t.object({ status: t.text(), count: t.int(), worth: t.money() })) })
export type Summary = Shape<typeof Summary>

/** What was done to a device and by whom. */
export const Bill = t.object({
  name: t.text(),
  price: t.maybe(t.money()),
  owner: t.maybe(t.object({ name: t.text() })),
  parts: t.list(t.object({ name: t.text(), price: t.money(), quantity: t.int() })),
})
