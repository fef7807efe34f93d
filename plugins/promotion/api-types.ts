import { type Shape, t } from 'stoa'

/** What the admin's calls of this plugin take and answer beside rows. Pages import the types alone. */

const Choice = t.object({ value: t.text(), label: t.text() })

/** What is asked for a piece of a rule. */
export const AskedField = t.object({
  name: t.text(),
  label: t.text(),
  widget: t.text('Input that asks for it.'),
  required: t.flag(),
  default: t.optional(t.any()),
  min: t.optional(t.number()),
  max: t.optional(t.number()),
  to: t.optional(t.text('Resource of the rows that can be chosen.')),
  options: t.optional(t.list(Choice)),
})
export type AskedField = Shape<typeof AskedField>

/** A condition or an action rules are made of. */
export const PieceInfo = t.object({ type: t.text(), title: t.text(), fields: t.list(AskedField) })
export type PieceInfo = Shape<typeof PieceInfo>

export const PiecesView = t.object({ conditions: t.list(PieceInfo), actions: t.list(PieceInfo) })
export type PiecesView = Shape<typeof PiecesView>

/** What rules do to a cart that was put together to try them out. Amounts in `currency`. */
export const TryView = t.object({
  currency: t.text(),
  lines: t.list(
    t.object({
      id: t.id(),
      name: t.text(),
      image: t.maybe(t.text()),
      quantity: t.int(),
      unit_price: t.money(),
      subtotal: t.money(),
      total: t.money(),
      discounts: t.list(t.object({ label: t.text(), amount: t.money() })),
    }),
  ),
  gifts: t.list(t.object({ name: t.text(), quantity: t.int(), label: t.text() })),
  subtotal: t.money(),
  discount: t.money(),
  shipping: t.money(),
  total: t.money(),
  rules: t.list(
    t.object({
      id: t.id(),
      title: t.text(),
      code: t.maybe(t.text()),
      taken: t.flag('It took something off.'),
      amount: t.money(),
      why: t.text('Why it took nothing off; empty where it did.'),
    }),
  ),
  notices: t.list(t.text('What is wrong with codes that were typed.')),
})
export type TryView = Shape<typeof TryView>

/** Things that are sold, by name. */
export const GoodsView = t.object({
  data: t.list(t.object({ id: t.id(), name: t.text(), sku: t.text(), price: t.money(), image: t.maybe(t.text()) })),
})
export type GoodsView = Shape<typeof GoodsView>

/** What a cart that is tried out can be sent and paid by. */
export const TryWays = t.object({
  shipping: t.list(t.object({ code: t.text(), title: t.text(), price: t.money() })),
  payment: t.list(t.object({ code: t.text(), title: t.text() })),
  currencies: t.list(t.text()),
})
export type TryWays = Shape<typeof TryWays>

/** Codes that were begun to be made. */
export const Making = t.object({ run: t.id('`GET /api/admin/run/{id}` follows it.') })
export type Making = Shape<typeof Making>
