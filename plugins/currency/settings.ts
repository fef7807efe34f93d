import { currencyDecimals, defineSettings, f, validationError, message } from 'stoa'
import { isCurrencyCode } from './domain/currency-code.ts'

/** A supported currency: code, exchange rate and symbol. */
export interface Currency {
  identifier: string
  rate: string
  mark: string
}

/** Settings of currencies. Amounts are stored in the base currency and can be shown in any supported one. */
export const currency = defineSettings({
  group: 'currency',
  order: 10,
  area: 'store',
  icon: 'dollar',
  fields: {
    base_currency: f.text({ default: 'HKD', minLength: 3, maxLength: 3, open: true, confirm: true }),
    supported_currencies: f.json<Currency[]>({
      default: [
        { identifier: 'HKD', rate: '1', mark: 'HK$' },
        { identifier: 'USD', rate: '0.128', mark: 'US$' },
        { identifier: 'CNY', rate: '0.91', mark: '¥' },
      ],
      open: true,
    }),
  },
  check: ({ next }) => {
    const list = next.supported_currencies
    const refuse = (key: string, params: Record<string, unknown> = {}) =>
      validationError({ supported_currencies: message(`currency:error.${key}`, params) })
    if (!Array.isArray(list)) throw refuse('list')
    for (const entry of list as Partial<Record<keyof Currency, unknown>>[]) {
      const code = String(entry?.identifier ?? '')
      if (!isCurrencyCode(code)) throw refuse('code', { code })
      if (currencyDecimals(code) > 2) throw refuse('decimals', { code })
      if (!/^\d{1,9}(\.\d{1,8})?$/.test(String(entry.rate ?? '')) || Number(entry.rate) <= 0) throw refuse('rate', { code })
    }
    const codes = list.map((entry) => entry.identifier)
    const twice = codes.find((code, i) => codes.indexOf(code) !== i)
    if (twice) throw refuse('twice', { code: twice })
    const base = list.find((entry) => entry.identifier === next.base_currency)
    if (!base) throw refuse('base', { code: next.base_currency })
    if (Number(base.rate) !== 1) throw refuse('base_rate', { code: next.base_currency })
  },
})
