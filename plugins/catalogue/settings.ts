import { defineSettings, f, invalid, text } from '#core'

export interface Currency {
  identifier: string
  rate: string
  mark: string
}

/** Money of the shop: prices are kept in the base currency and shown in any supported one. */
export const currency = defineSettings({
  group: 'currency',
  order: 10,
  fields: {
    base_currency: f.text({ default: 'HKD', minLength: 3, maxLength: 3, open: true, grave: true }),
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
      invalid({ supported_currencies: text(`catalogue:error.${key}`, params) })
    if (!Array.isArray(list)) throw refuse('currency_list')
    for (const one of list as Partial<Record<keyof Currency, unknown>>[]) {
      const code = String(one?.identifier ?? '')
      if (!/^[A-Z]{3}$/.test(code)) throw refuse('currency_code', { code })
      if (!/^\d{1,9}(\.\d{1,9})?$/.test(String(one.rate ?? '')) || Number(one.rate) <= 0) throw refuse('currency_rate', { code })
    }
    const codes = list.map((one) => one.identifier)
    const twice = codes.find((code, i) => codes.indexOf(code) !== i)
    if (twice) throw refuse('currency_twice', { code: twice })
    const base = list.find((one) => one.identifier === next.base_currency)
    if (!base) throw refuse('currency_base', { code: next.base_currency })
    if (Number(base.rate) !== 1) throw refuse('currency_base_rate', { code: next.base_currency })
  },
})

/** The shop's rules (specification C §3, §6). */
export const shop = defineSettings({
  group: 'shop',
  order: 5,
  fields: {
    catalog_mode: f.flag({ default: false }),
    member_only: f.flag({ default: false }),
    guest_checkout: f.flag({ default: true }),
    login_via_phone: f.flag({ default: false }),
    login_validate_email: f.flag({ default: false }),
    warehouse_enabled: f.flag({ default: true }),
  },
})
