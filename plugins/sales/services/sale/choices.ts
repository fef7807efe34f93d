import { checkInput, type Ctx, AppError, validationError, sql, message } from 'stoa'
import type { Cart } from '../cart.ts'
import { ADJUSTMENT_PROVIDERS, createAdjustmentSteps } from './adjustment-providers.ts'
import { type Choices, renameToDiscountInput, type DiscountInputs } from './choice-names.ts'
import { readCartLines } from './lines.ts'
import { cartPricing } from './quote.ts'
import { mergeDiscountInputs } from './discount-inputs.ts'

/**
 * Validated choices of the installed providers, with the sale inputs merged in. Null removes a choice.
 * @throws AppError INVALID below `at`, or by a sale input
 */
export async function parseChoices(
  ctx: Ctx,
  choices: Choices,
  at: string,
  discountInputs: DiscountInputs = {},
): Promise<Record<string, unknown>> {
  if (typeof choices !== 'object' || Array.isArray(choices)) throw validationError({ [at]: message('core:rule.check_input') })
  const checked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(mergeDiscountInputs(ctx.kernel, choices, discountInputs))) {
    const provider = ctx.kernel.contributions(ADJUSTMENT_PROVIDERS).get(name)
    const fields = provider?.choice
    if (!fields) throw validationError({ [`${at}.${name}`]: message('core:rule.choice') })
    if (value === null || value === undefined) continue
    if (typeof value !== 'object' || Array.isArray(value)) throw validationError({ [`${at}.${name}`]: message('core:rule.check_input') })
    checked[name] = await checkInput(fields, { ...value }).catch((error: unknown) => {
      throw error instanceof AppError ? renameToDiscountInput(provider, discountInputs, `${at}.${name}`, error) : error
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
  const checked = await parseChoices(ctx, choices, 'choices')
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
  const sale = cartPricing(ctx, await readCartLines(db, ctx, cart.public_id))
  const collectErrors = async (choices: Choices): Promise<AppError[]> => {
    const refused: AppError[] = []
    await createAdjustmentSteps(ctx, sale, choices, db, (error) => refused.push(error))
    return refused
  }
  const refused = await collectErrors(choices)
  if (refused.length === 0) return
  const previousErrors = new Set((await collectErrors(cart.choices)).map(({ messages }) => JSON.stringify(messages)))
  const newError = refused.find(({ messages }) => !previousErrors.has(JSON.stringify(messages)))
  if (newError) throw newError
}
