import { type Ctx, sql } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import { findLots, readLedgers } from './ledger.ts'
import { readLeaveRules } from './leave-rules.ts'

/** Employees whose ledgers one statement reads. */
const BATCH_SIZE = 500

/** Exports what is left of each lot as an opening balance, for another shop. Lots that have ended are left out. */
export async function* exportBalances(ctx: Ctx): AsyncGenerator<Record<string, unknown>> {
  const { kernel } = ctx
  const types = await readLeaveRules(kernel.db, ctx, sql`t.needs_balance`)
  const today = (await kernel.db.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`))?.day ?? ''
  const employees = await kernel.query(hrEmployee).orderBy('id')
  for (let start = 0; start < employees.length; start += BATCH_SIZE) {
    const batch = employees.slice(start, start + BATCH_SIZE)
    const ledgers = await readLedgers(
      kernel.db,
      batch.map(({ id }) => id),
    )
    for (const { id, staff_no: employee } of batch)
      for (const { id: typeId, code: type } of types)
        for (const lot of findLots(ledgers.get(`${id}/${typeId}`) ?? [])) {
          if (lot.remaining === 0 || (lot.valid_to !== null && lot.valid_to < today)) continue
          const { valid_from, valid_to, remaining } = lot
          yield { reference: `lot ${lot.id}`, employee, type, days: String(remaining), valid_from, valid_to: valid_to ?? '', note: '' }
        }
  }
}
