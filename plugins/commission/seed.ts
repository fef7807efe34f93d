import { account, type Seed } from 'stoa'
import { commissionGroup } from './resources/group.ts'
import { commissionMember } from './resources/member.ts'
import { commissionNode } from './resources/node.ts'

const START = '2020-01-01'

/** Two commission groups, their members, and a small sales organization of the sample accounts. */
export const seedCommission: Seed = async (ctx) => {
  const { kernel } = ctx
  const { resources } = kernel
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
