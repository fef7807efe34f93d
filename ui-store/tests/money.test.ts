import { describe, expect, it } from 'vitest'
import type { SiteSettings } from 'stoa/api-types'
import { baseCurrency, getCurrencies, findCurrency, formatMoney } from '../src/kit/money.ts'

const settings = {
  currency: {
    base_currency: 'HKD',
    supported_currencies: [
      { identifier: 'HKD', rate: '1', mark: 'HK$' },
      { identifier: 'USD', rate: '0.128', mark: 'US$' },
    ],
  },
} as SiteSettings
const hkd = findCurrency(settings, 'HKD')
const usd = findCurrency(settings, 'USD')

describe('formatted money', () => {
  it('has the currency symbol, two decimals and no thousands separators', () => {
    expect(formatMoney(settings, hkd, '1234567.5')).toBe('HK$1234567.50')
    expect(formatMoney(settings, hkd, '1,234.50')).toBe('HK$1234.50')
  })

  it('is converted to the chosen currency and rounded half up', () => {
    expect(formatMoney(settings, usd, '168.00')).toBe('US$21.50')
    expect(formatMoney(settings, { ...usd, rate: '0.5' }, '0.01')).toBe('US$0.01')
    expect(formatMoney(settings, { ...usd, rate: '0.5' }, '-0.01')).toBe('−US$0.01')
  })

  it('keeps an amount in its own currency, even the base one', () => {
    expect(formatMoney(settings, usd, '168.00', 'HKD')).toBe('HK$168.00')
    expect(formatMoney(settings, usd, '21.50', 'USD')).toBe('US$21.50')
    expect(formatMoney(settings, hkd, '21.50', 'USD')).toBe('US$21.50')
  })

  it('falls back to the base currency, which is always available', () => {
    expect(findCurrency(settings, 'EUR').identifier).toBe('HKD')
    const bare = { currency: { base_currency: 'HKD', supported_currencies: [] } } as unknown as SiteSettings
    expect(getCurrencies(bare).map((currency) => currency.identifier)).toEqual(['HKD'])
  })

  it('has no symbol when no plugin handles money', () => {
    const none = {} as SiteSettings
    expect([getCurrencies(none), baseCurrency(none)]).toEqual([[], ''])
    expect(formatMoney(none, findCurrency(none, 'HKD'), '12.5')).toBe('12.50')
  })

  it('in a currency no longer supported is never shown in another', () => {
    expect(formatMoney(settings, hkd, '21.50', 'EUR')).toBe('EUR 21.50')
  })
})
