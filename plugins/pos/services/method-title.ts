import type { Ctx } from 'stoa'
import { posRules } from '../settings.ts'

/** Name of a payment method at the POS: the online title of cash, such as "cash on delivery", does not fit there. */
export function getMethodTitle({ kernel, language }: Ctx, offers: readonly { code: string; title: string }[], code: string): string {
  if (code === kernel.settings.of(posRules).cash_method) return kernel.i18n.t(language, 'pos:receipt.cash')
  return offers.find((offer) => offer.code === code)?.title ?? code
}
