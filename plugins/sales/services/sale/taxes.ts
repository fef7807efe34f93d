import type { Ctx, Db, AppError, Kernel } from 'stoa'
import { checkTaxes, noTaxes } from '../../domain/tax.ts'
import { orderRules } from '../../settings.ts'
import { type Pricing, createAdjustmentSteps } from './adjustment-providers.ts'
import type { Choices } from './choice-names.ts'
import type { PriceRules } from './priced.ts'
import { TAX_RULES, type TaxableLine, type TaxableSale, type TaxFunction } from './tax-rules.ts'

/** Reads what prices a sale: the adjustment steps and the chosen tax rule. `refused` as in `createSteps`. */
export async function createPriceRules(
  ctx: Ctx,
  sale: Pricing,
  choices: Choices,
  db: Db,
  refused?: (error: AppError) => void,
): Promise<Required<PriceRules>> {
  const [steps, taxes] = await Promise.all([createAdjustmentSteps(ctx, sale, choices, db, refused), computeTaxes(ctx, sale, db)])
  return { steps, taxes }
}

/** Name of the active tax rule; null if none is chosen or if no plugin contributes the chosen one. */
export function getChosenTaxRule(kernel: Kernel): string | null {
  const { tax_rule } = kernel.settings.of(orderRules)
  if (tax_rule === null || kernel.contributions(TAX_RULES).has(tax_rule)) return tax_rule
  warnOnce(kernel, tax_rule)
  return null
}

const warnedRules = new WeakMap<Kernel, string>()

function warnOnce(kernel: Kernel, rule: string): void {
  if (warnedRules.get(kernel) === rule) return
  warnedRules.set(kernel, rule)
  kernel.log.error({ rule }, 'no plugin contributes the chosen tax rule: orders state no taxes until another is chosen')
}

/** Facts about a priced sale for its taxes. */
interface TaxedSale extends Omit<Pricing, 'lines'> {
  lines: readonly (Omit<TaxableLine, 'product_type'> & { type: string })[]
}

/** The function that computes the taxes of a sale by the active rule. It never throws, and its result always fits the amounts. */
export async function computeTaxes(ctx: Ctx, sale: TaxedSale, db: Db): Promise<TaxFunction> {
  const { kernel } = ctx
  const name = getChosenTaxRule(kernel)
  const rule = name === null ? undefined : kernel.contributions(TAX_RULES).get(name)
  if (!rule) return noTaxes
  const reportFailure = (err: unknown) => {
    kernel.log.error({ err, rule: name }, 'a tax rule failed: the sale goes on without taxes')
    return noTaxes
  }
  try {
    const taxes = await rule.prepare(ctx, taxableSale(sale), db)
    return (amounts) => {
      try {
        return checkTaxes(taxes({ lines: [...amounts.lines], shipping: amounts.shipping }), amounts, sale.currency.code)
      } catch (error) {
        return reportFailure(error)(amounts)
      }
    }
  } catch (error) {
    return reportFailure(error)
  }
}

const taxableSale = ({ currency, channel = 'store', customer, buyer = null, destination, lines }: TaxedSale): TaxableSale => ({
  currency: currency.code,
  channel,
  customer,
  buyer,
  destination: destination?.country ? destination : null,
  lines: lines.map(({ kind, subject_id, product_id, quantity, handover, type }) => ({
    kind,
    subject_id,
    product_id,
    quantity,
    handover,
    product_type: type,
  })),
})
