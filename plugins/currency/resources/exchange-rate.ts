import { currencyDecimals, defineResource, type DraftInput, f, message, type ValidatedInput, validationError } from 'stoa'
import { isCurrencyCode } from '../domain/currency-code.ts'
import { baseCurrency } from '../money.ts'

const fields = {
  date: f.date({ list: 1, sort: true, filter: true }),
  currency: f.text({ minLength: 3, maxLength: 3, list: 2, sort: true, filter: true, search: true }),
  rate: f.decimal({ min: 0, max: 999_999_999, list: 3 }),
  base_currency: f.text({ default: '', maxLength: 3, form: false, list: 4, filter: true, sheet: 'out' }),
  source: f.pick(['manual', 'settings'], { default: 'manual', form: false, list: 5, filter: true, sheet: 'out' }),
}

/** A rate counts for the base currency of today. What a person changes is no longer a rate of the settings. */
function completeRate({ ctx, input }: DraftInput<typeof fields>): void {
  input.base_currency = baseCurrency(ctx.kernel)
  if (ctx.actor.kind !== 'system') input.source = 'manual'
  if (typeof input.currency === 'string') input.currency = input.currency.toUpperCase()
}

function checkRate({ ctx, input }: ValidatedInput<typeof fields>): void {
  const { currency: code, rate } = input
  if (code !== undefined) {
    const refuse = (key: string) => validationError({ currency: message(`currency:error.${key}`, { code }) })
    if (!isCurrencyCode(code)) throw refuse('code')
    if (currencyDecimals(code) > 2) throw refuse('decimals')
    if (code === baseCurrency(ctx.kernel)) throw refuse('dated_base')
  }
  if (rate !== undefined && (!/^\d{1,9}(\.\d{1,8})?$/.test(rate) || Number(rate) <= 0))
    throw validationError({ rate: message('currency:error.rate', { code: code ?? '' }) })
}

/**
 * The exchange rate of a currency on a day: the price of one unit of the base currency, as in the settings. The rates of the settings
 * are recorded each day; people can correct them, and enter rates of currencies that the shop does not sell in.
 */
export const exchangeRate = defineResource({
  name: 'exchange_rate',
  label: 'currency',
  sortBy: '-date',
  locked: true,
  listStamps: false,
  fields,
  sheet: { key: ['date', 'currency'] },
  hooks: { beforeValidate: completeRate, validate: checkRate },
})
