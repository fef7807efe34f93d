import { type Ctx, AppError, NOT_FOUND, sql } from 'stoa'
import { TICKET_REUSED } from '../errors.ts'
import type { Parked } from '../api-types.ts'
import { getActorId } from './actor.ts'

/** Parked tickets of a store, oldest first; any register of the store can resume them. */
export const listParked = ({ kernel }: Ctx, store: number): Promise<Parked[]> =>
  kernel.db.rows<Parked>(
    sql`select id::text as id, label, actor as by, created_at as at, body from pos_parked where store_id = ${store} order by created_at, id limit 200`,
  )

/** Parks a ticket. Idempotent. @throws AppError TICKET_REUSED if the id has other content, which would be lost */
export async function parkSale(ctx: Ctx, store: number, p: { id: string; label: string; body: unknown }): Promise<void> {
  const { db } = ctx.kernel
  const body = JSON.stringify(p.body)
  const made = await db.run(sql`insert into pos_parked (id, store_id, label, body, account_id, actor)
    values (${p.id}, ${store}, ${p.label}, ${body}::jsonb, ${getActorId(ctx)}, ${'name' in ctx.actor ? ctx.actor.name : ''}) on conflict do nothing`)
  if (made > 0) return
  const parkedTicket = await db.one<{
    same: boolean
  }>(sql`select store_id = ${store} and label = ${p.label} and body = ${body}::jsonb as same
    from pos_parked where id = ${p.id}`)
  if (parkedTicket?.same === false) throw new AppError(TICKET_REUSED)
}

/** Resumes a parked ticket; of two concurrent calls only one gets it. @throws AppError NOT_FOUND */
export async function resumeParked({ kernel }: Ctx, store: number, id: string): Promise<Parked> {
  const row = await kernel.db.one<Parked>(sql`delete from pos_parked where id = ${id} and store_id = ${store}
    returning id::text as id, label, actor as by, created_at as at, body`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}
