import { type Ctx, rateLimit, record, shaped } from 'stoa'
import { KeptOf } from '../wire.ts'
import { requireSeen } from './known.ts'
import { tellAll } from './keepers.ts'
import { holderOf, whoIs } from './who.ts'

/** All that is kept of a person, as far as the member of staff may read it. @throws Failed NOT_FOUND */
export async function keptOf(ctx: Ctx, person: number): Promise<KeptOf> {
  await requireSeen(ctx, person)
  const { kernel } = ctx
  const told = await tellAll(ctx, await whoIs(kernel, kernel.db, person), 'staff')
  await record(kernel.db, ctx, { resource: 'person', rowId: person, verb: 'export', changes: [] })
  return shaped(KeptOf, { made_at: new Date().toISOString(), ...told })
}

/** All that is kept of the holder of an account, for themselves. @throws Failed TOO_MANY */
export async function keptOfMyself(ctx: Ctx, customer: number): Promise<KeptOf> {
  const { kernel } = ctx
  await rateLimit(kernel.db, `kept ${customer}`, { max: 10, seconds: 3_600, message: 'core:error.too_frequent' })
  const told = await tellAll(ctx, await holderOf(kernel, customer), 'themselves')
  await record(kernel.db, ctx, { resource: 'customer', rowId: customer, verb: 'export', changes: [] })
  return shaped(KeptOf, { made_at: new Date().toISOString(), ...told })
}
