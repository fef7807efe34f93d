import { type Shape, t } from 'stoa'

/** Request and response types of the promotion API. Screens import the types alone, not the schemas. */

const Choice = t.object({ value: t.text(), label: t.text() })

/** A field of a condition or action type. */
export const RuleInputField = t.object({
  name: t.text(),
  label: t.text(),
  widget: t.text('Input component that edits it.'),
  required: t.flag(),
  default: t.optional(t.any()),
  min: t.optional(t.number()),
  max: t.optional(t.number()),
  to: t.optional(t.text('Resource of the rows that can be chosen.')),
  options: t.optional(t.list(Choice)),
})
export type RuleInputField = Shape<typeof RuleInputField>

/** A condition or action type. */
export const PieceInfo = t.object({ type: t.text(), title: t.text(), fields: t.list(RuleInputField) })
export type PieceInfo = Shape<typeof PieceInfo>

export const PiecesView = t.object({ conditions: t.list(PieceInfo), actions: t.list(PieceInfo) })
export type PiecesView = Shape<typeof PiecesView>

/** The result of a simulated cart. Amounts in minor units of `currency`. */
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
      taken: t.flag('Whether it gave a discount.'),
      amount: t.money(),
      why: t.text('Reason it gave no discount; blank if it did.'),
    }),
  ),
  notices: t.list(t.text('Problems of entered codes.')),
})
export type TryView = Shape<typeof TryView>

/** Items found by name or SKU. */
export const GoodsView = t.object({
  data: t.list(t.object({ id: t.id(), name: t.text(), sku: t.text(), price: t.money(), image: t.maybe(t.text()) })),
})
export type GoodsView = Shape<typeof GoodsView>

/** Delivery and payment methods that the simulated cart can use. */
export const TryWays = t.object({
  shipping: t.list(t.object({ code: t.text(), title: t.text(), price: t.money() })),
  payment: t.list(t.object({ code: t.text(), title: t.text() })),
  currencies: t.list(t.text()),
})
export type TryWays = Shape<typeof TryWays>

/** A background job that generates codes. */
export const Making = t.object({ run: t.id('`GET /api/admin/run/{id}` returns the progress.') })
export type Making = Shape<typeof Making>
