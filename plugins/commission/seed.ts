import { account, addDays, type Seed, startOfMonth } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { commissionGroup } from './resources/group.ts'
import { commissionMember } from './resources/member.ts'
import { commissionNode } from './resources/node.ts'
import { commissionSettlement } from './resources/settlement.ts'
import { settlePeriod } from './services/settle-period.ts'

const START = '2020-01-01'

/** Two commission groups, their members, and a small sales organization of the sample accounts; in the year, monthly settlements. */
export const seedCommission: Seed = async (ctx) => {
  const { kernel } = ctx
  const { resources } = kernel
  if (ctx.year) planYear(ctx.year)
  if (await resources.findBy(ctx, commissionGroup, 'name', 'Shop floor')) return
  const floor = await resources.create(ctx, commissionGroup, { name: 'Shop floor', method: 'fixed_percent', fixed_percent: '2' })
  const team = await resources.create(ctx, commissionGroup, {
    name: 'Sales team',
    method: 'tier_marginal',
    tiers: [
      { amount_from: '0.00', amount_to: '10000.00', percent: '1.5' },
      { amount_from: '10000.00', amount_to: '50000.00', percent: '3' },
      { amount_from: '50000.00', amount_to: null, percent: '5' },
    ],
  })
  const accounts = await kernel.query(account).where('enabled', true).orderBy('id').limit(12)
  const [first, ...others] = accounts
  if (!first) return
  const top = await resources.create(ctx, commissionNode, {
    name: 'Head of sales',
    admin_id: first.id,
    override_percent: '0.5',
    valid_from: START,
  })
  for (const [n, { id, name }] of others.entries())
    await resources.create(ctx, commissionNode, {
      name,
      admin_id: id,
      parent_id: top.id,
      override_percent: n === 0 ? '0.25' : '0',
      valid_from: START,
    })
  for (const [n, { id }] of accounts.entries())
    await resources.create(ctx, commissionMember, { group_id: n % 2 === 0 ? floor.id : team.id, admin_id: id, valid_from: START })
}

/** Every month, the settlements of the month before are computed, and those before them are approved and paid. */
function planYear(year: YearPlan): void {
  for (let day = 35; day < year.days; day += 30)
    year.at(year.on(day, 10), async (ctx) => {
      const { kernel } = ctx
      const today = year.now().toISOString().slice(0, 10)
      const waiting = await kernel.query(commissionSettlement).where('status', 'pending').orderBy('id')
      for (const { id } of waiting) {
        await kernel.resources.transition(ctx, commissionSettlement, id, 'approve')
        await kernel.resources.transition(ctx, commissionSettlement, id, 'pay', { paid_at: today, payment_reference: 'Autopay' })
      }
      await settlePeriod(ctx, 'monthly', addDays(startOfMonth(today), -1))
    })
}
