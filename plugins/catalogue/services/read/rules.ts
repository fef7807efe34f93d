import type { Ctx } from 'stoa'
import { shop } from '../../settings.ts'
import type { ShopConfig } from '../../api-types.ts'

/** What the shop's rules allow (specification C §6). */
export interface Allowed {
  price: boolean
  cart: boolean
  checkout: boolean
}

/** What this visitor may see, or a member with `member`. */
export function getAllowed(ctx: Ctx, member = ctx.actor.kind === 'customer'): Allowed {
  const rules = ctx.kernel.settings.of(shop)
  const inside = !rules.member_only || member
  const cart = !rules.catalog_mode && inside && rules.warehouse_enabled
  return { price: inside, cart, checkout: cart && (rules.guest_checkout || member) }
}

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0)

/** `GET /api/config`. `login_via_phone` has its original meaning: 0 means enabled. */
export function readShopConfig(ctx: Ctx): ShopConfig {
  const rules = ctx.kernel.settings.of(shop)
  return {
    config: {
      catalog_mode: bit(rules.catalog_mode),
      member_only: bit(rules.member_only),
      guest_checkout: bit(rules.guest_checkout),
      login_via_phone: bit(!rules.login_via_phone),
      login_validate_email: bit(rules.login_validate_email),
    },
    product: {},
    warehouse_enabled: bit(rules.warehouse_enabled),
  }
}
