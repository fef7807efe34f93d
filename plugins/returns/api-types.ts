import { type Shape, t } from 'stoa'
import { shopperStep } from 'stoa/plugins/sales'

/** What calls about orders answer shoppers of returns and refunds. Pages import the types alone. */

export const ShopperBack = t.object({
  returns: t.list(t.object({ ...shopperStep, number: t.text(), pictures: t.list(t.text()), open: t.flag('Pictures can still be shown.') })),
  refunds: t.list(t.object({ ...shopperStep, number: t.text(), amount: t.money() })),
})
export type ShopperBack = Shape<typeof ShopperBack>

/** Of each line of the order. */
export const ShopperLineBack = t.object({ returnable: t.int('Units a return can be asked for.') })
export type ShopperLineBack = Shape<typeof ShopperLineBack>

/** What may be done. */
export const MayReturn = t.object({ return: t.flag() })
export type MayReturn = Shape<typeof MayReturn>
