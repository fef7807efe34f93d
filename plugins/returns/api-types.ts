import { type Shape, t } from 'stoa'
import { shopperStep } from 'stoa/plugins/sales'

/** Returns and refunds in the shopper's order API. Pages import only the types. */

export const ShopperBack = t.object({
  returns: t.list(
    t.object({ ...shopperStep, number: t.text(), pictures: t.list(t.text()), open: t.flag('Pictures can still be uploaded.') }),
  ),
  refunds: t.list(t.object({ ...shopperStep, number: t.text(), amount: t.money() })),
})
export type ShopperBack = Shape<typeof ShopperBack>

/** For each line of the order. */
export const ShopperLineBack = t.object({ returnable: t.int('Units that can be returned.') })
export type ShopperLineBack = Shape<typeof ShopperLineBack>

/** Allowed actions. */
export const MayReturn = t.object({ return: t.flag() })
export type MayReturn = Shape<typeof MayReturn>
