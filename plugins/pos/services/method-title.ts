import type { Ctx } from 'stoa'
import { posRules } from '../settings.ts'

/** What a way to pay is called at the counter: what the shop calls cash online, such as "cash on delivery", is no word for a drawer. */
export function getMethodTitle({ kernel, language }: Ctx, offers: readonly { code: string; title: string }[], code: string): string {
  if (code === kernel.settings.of(posRules).cash_method) return kernel.i18n.t(language, 'pos:receipt.cash')
  return offers.find((offer) => offer.code === code)?.title ?? code
}
