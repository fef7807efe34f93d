import { defineSettings, f, validationError, message } from 'stoa'
import { PRODUCT_SEARCHES } from './services/lists/product-search.ts'

/** Rules of the shop (specification C §3, §6). */
export const shop = defineSettings({
  group: 'shop',
  order: 5,
  area: 'store',
  icon: 'box',
  fields: {
    catalog_mode: f.flag({ default: false }),
    member_only: f.flag({ default: false }),
    guest_checkout: f.flag({ default: true }),
    login_via_phone: f.flag({ default: false }),
    login_validate_email: f.flag({ default: false }),
    warehouse_enabled: f.flag({ default: true }),
    search_by: f.maybe(f.key({ named: PRODUCT_SEARCHES })),
  },
  check: ({ ctx, old, next }) => {
    if (next.search_by !== null && next.search_by !== old.search_by && !ctx.kernel.contributions(PRODUCT_SEARCHES).has(next.search_by))
      throw validationError({ search_by: message('core:rule.choice') })
  },
})
