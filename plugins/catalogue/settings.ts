import { defineSettings, f } from '#core'

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
    base_currency: f.text({ default: 'HKD', minLength: 3, maxLength: 3, open: true }),
    supported_currencies: f.json<Currency[]>({
      default: [
        { identifier: 'HKD', rate: '1', mark: 'HK$' },
        { identifier: 'USD', rate: '0.128', mark: 'US$' },
        { identifier: 'CNY', rate: '0.91', mark: '¥' },
      ],
      open: true,
    }),
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
