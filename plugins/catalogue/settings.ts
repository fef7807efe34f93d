import { defineSettings, f } from '#core'

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
