import { f } from 'stoa'
import { bases, methods, settlements, triggers } from '../domain/types.ts'
import { commissionTier } from './tier.ts'

/** Fields of a commission group. Specification backoffice 2.10. */
export const groupFields = {
  name: f.text({ unique: true, list: 1, sort: true, search: true, maxLength: 120 }),
  method: f.pick(methods, { default: 'fixed_percent', list: 2, filter: true }),
  fixed_percent: f.percent({ default: '0', min: 0, max: 100, showIf: { field: 'method', in: ['fixed_percent', 'product_percent'] } }),
  tiers: f.rows(commissionTier, { by: 'group_id', default: [], showIf: { field: 'method', in: ['tier_slab', 'tier_marginal'] } }),
  base: f.pick(bases, { default: 'net_of_discount', list: 3, filter: true }),
  trigger: f.pick(triggers, { default: 'order_completed', list: 4, filter: true }),
  settlement: f.pick(settlements, { default: 'monthly', list: 5, filter: true, group: 'side' }),
  enabled: f.flag({ default: true, list: 6, filter: true, inline: true, batch: true, group: 'side' }),
}
