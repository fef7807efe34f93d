import { createStaffCtx } from '../../core/access/staff-ctx.ts'
import { type Ctx, type Kernel, systemCtx } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import type { SeededRandom } from './random.ts'

/** Finds members of staff by permission; only accounts that the sample year created. */
export function getStaff(kernel: Kernel, random: SeededRandom): (needs: string, but?: number) => Promise<Ctx> {
  let cachedStaff: Promise<Ctx[]> | undefined
  const load = async () => {
    const rows = await kernel.db.rows<{ id: number }>(sql`select id from account where enabled and email like '%.example' order by id`)
    const all = await Promise.all(rows.map(({ id }) => createStaffCtx(kernel, id)))
    return all.flatMap((staffCtx) => staffCtx ?? [])
  }
  return async (needs, but) => {
    const able = (await (cachedStaff ??= load())).filter(({ actor }) => actor.kind === 'admin' && actor.id !== but && actor.allows(needs))
    return able.length > 0 ? random.pick(able) : systemCtx(kernel, 'year')
  }
}
