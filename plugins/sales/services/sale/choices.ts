import { checkInput, type Ctx, type Failed, invalid, sql, text } from '#core'
import type { Cart } from '../cart.ts'
import { ADJUSTERS, stepsOf } from './adjusters.ts'
import { below, type Choices } from './choice-names.ts'
import { cartLines } from './lines.ts'
import { cartPricing } from './quote.ts'

/** Choices as they are kept: those of installed ones, checked. Null takes a choice back. @throws Failed INVALID, named below `at` */
export async function checkedChoices(ctx: Ctx, given: Choices, at: string): Promise<Record<string, unknown>> {
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid({ [at]: text('core:rule.check_input') })
  const checked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const fields = ctx.kernel.offers(ADJUSTERS).get(name)?.choice
    if (!fields) throw invalid({ [`${at}.${name}`]: text('core:rule.choice') })
    if (value === null || value === undefined) continue
    if (typeof value !== 'object' || Array.isArray(value)) throw invalid({ [`${at}.${name}`]: text('core:rule.check_input') })
    checked[name] = await below(`${at}.${name}`, checkInput(fields, { ...value }))
  }
  return checked
}

/** Chooses, or with null takes back, something for a cart; nothing is kept that does not hold for what lies in it. @throws Failed INVALID */
export async function choose(ctx: Ctx, cart: Cart, given: Choices): Promise<Cart> {
  const checked = await checkedChoices(ctx, given, 'choices')
  await mustHold(ctx, cart, checked)
  const gone = Object.keys(given).filter((name) => !(name in checked))
  const row = await ctx.kernel.db.one<
    Pick<Cart, 'choices'>
  >(sql`update cart set choices = (choices || ${JSON.stringify(checked)}::jsonb) - ${gone}::text[], updated_at = now()
    where id = ${cart.id} and status = 'pending' returning choices`)
  return { ...cart, choices: row?.choices ?? cart.choices }
}

/** What was chosen before and does not hold any more keeps nobody from taking some of it back: only what is new has to hold. */
async function mustHold(ctx: Ctx, cart: Cart, choices: Choices): Promise<void> {
  const { db } = ctx.kernel
  const sale = cartPricing(ctx, await cartLines(db, ctx, cart.public_id))
  const refusedOf = async (chosen: Choices): Promise<Failed[]> => {
    const refused: Failed[] = []
    await stepsOf(ctx, sale, chosen, db, (error) => refused.push(error))
    return refused
  }
  const refused = await refusedOf(choices)
  if (refused.length === 0) return
  const known = new Set((await refusedOf(cart.choices)).map(({ texts }) => JSON.stringify(texts)))
  const fresh = refused.find(({ texts }) => !known.has(JSON.stringify(texts)))
  if (fresh) throw fresh
}
