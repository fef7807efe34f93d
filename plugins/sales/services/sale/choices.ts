import { checkInput, type Ctx, AppError, validationError, sql, message } from 'stoa'
import type { Cart } from '../cart.ts'
import { ADJUSTMENT_PROVIDERS, createSteps } from './adjustment-providers.ts'
import { type Choices, namedByWord, type SaleWords } from './choice-names.ts'
import { cartLines } from './lines.ts'
import { cartPricing } from './quote.ts'
import { mergeSaleWords } from './sale-words.ts'

/**
 * Validated choices of the installed providers, with the sale inputs merged in. Null removes a choice.
 * @throws AppError INVALID below `at`, or by a sale input
 */
export async function checkChoices(ctx: Ctx, choices: Choices, at: string, words: SaleWords = {}): Promise<Record<string, unknown>> {
  if (typeof choices !== 'object' || Array.isArray(choices)) throw validationError({ [at]: message('core:rule.check_input') })
  const checked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(mergeSaleWords(ctx.kernel, choices, words))) {
    const provider = ctx.kernel.contributions(ADJUSTMENT_PROVIDERS).get(name)
    const fields = provider?.choice
    if (!fields) throw validationError({ [`${at}.${name}`]: message('core:rule.choice') })
    if (value === null || value === undefined) continue
    if (typeof value !== 'object' || Array.isArray(value)) throw validationError({ [`${at}.${name}`]: message('core:rule.check_input') })
    checked[name] = await checkInput(fields, { ...value }).catch((error: unknown) => {
      throw error instanceof AppError ? namedByWord(provider, words, `${at}.${name}`, error) : error
    })
  }
  return checked
}

/**
 * Sets choices of a cart, or removes them with null. Choices that do not apply to the cart are rejected and not
 * stored.
 * @throws AppError INVALID
 */
export async function saveChoices(ctx: Ctx, cart: Cart, choices: Choices): Promise<Cart> {
  const checked = await checkChoices(ctx, choices, 'choices')
  await assertChoicesApply(ctx, cart, checked)
  const removedNames = Object.keys(choices).filter((name) => !(name in checked))
  const row = await ctx.kernel.db.one<
    Pick<Cart, 'choices'>
  >(sql`update cart set choices = (choices || ${JSON.stringify(checked)}::jsonb) - ${removedNames}::text[], updated_at = now()
    where id = ${cart.id} and status = 'pending' returning choices`)
  return { ...cart, choices: row?.choices ?? cart.choices }
}

/** Only new choices must apply: an earlier choice that no longer applies must not prevent its removal. */
async function assertChoicesApply(ctx: Ctx, cart: Cart, choices: Choices): Promise<void> {
  const { db } = ctx.kernel
  const sale = cartPricing(ctx, await cartLines(db, ctx, cart.public_id))
  const collectErrors = async (chosen: Choices): Promise<AppError[]> => {
    const refused: AppError[] = []
    await createSteps(ctx, sale, chosen, db, (error) => refused.push(error))
    return refused
  }
  const refused = await collectErrors(choices)
  if (refused.length === 0) return
  const previousErrors = new Set((await collectErrors(cart.choices)).map(({ messages }) => JSON.stringify(messages)))
  const fresh = refused.find(({ messages }) => !previousErrors.has(JSON.stringify(messages)))
  if (fresh) throw fresh
}
