import { type Ctx, type Db, sql, type Tx } from 'stoa'
import type { BalanceRow, Lot } from '../domain/consume.ts'
import { daysText, roundDays, sumDays } from '../domain/figures.ts'
import type { LedgerKind } from '../domain/ledger-kinds.ts'
import { hrLeaveLedger } from '../resources/ledger.ts'

/** A stored row of the ledger. */
export interface LedgerRow extends BalanceRow {
  id: number
  kind: LedgerKind
  source_ledger_id: number | null
  leave_id: number | null
  key: string | null
}

/** A row to write. */
export interface LedgerEntry extends BalanceRow {
  kind: LedgerKind
  source_ledger_id?: number | null
  leave_id?: number | null
  note?: string
  key?: string
}

const rowColumns = sql`id, kind, days::float8 as days, to_char(valid_from, 'YYYY-MM-DD') as valid_from,
  to_char(valid_to, 'YYYY-MM-DD') as valid_to, source_ledger_id, leave_id, key`

/** All rows of an employee and a type, oldest first. */
export const readLedger = (db: Pick<Db, 'rows'>, employeeId: number, typeId: number): Promise<LedgerRow[]> =>
  db.rows<LedgerRow>(sql`
    select ${rowColumns} from hr_leave_ledger where employee_id = ${employeeId} and type_id = ${typeId} order by id`)

/** All rows of employees, oldest first, by `employee/type`. One statement. */
export async function readLedgers(db: Pick<Db, 'rows'>, employeeIds: readonly number[]): Promise<Map<string, LedgerRow[]>> {
  const rows = await db.rows<LedgerRow & { owner: string }>(sql`
    select ${rowColumns}, employee_id || '/' || type_id as owner from hr_leave_ledger
    where employee_id = any(${[...employeeIds]}::bigint[]) order by id`)
  const ledgers = new Map<string, LedgerRow[]>()
  for (const { owner, ...row } of rows) {
    const ledger = ledgers.get(owner)
    if (ledger) ledger.push(row)
    else ledgers.set(owner, [row])
  }
  return ledgers
}

const lotKinds: readonly LedgerKind[] = ['grant', 'accrual', 'carry', 'adjust']

/** Rows that record the end of a period are valid on no date. */
export const isClosingRow = ({ valid_from, valid_to }: Pick<LedgerRow, 'valid_from' | 'valid_to'>): boolean =>
  valid_to !== null && valid_to < valid_from

/** The rows that leave is taken from, with the days left in each. */
export function findLots(rows: readonly LedgerRow[]): Lot[] {
  const daysTakenByLot = new Map<number, number[]>()
  for (const { source_ledger_id: source, days } of rows)
    if (source !== null) daysTakenByLot.set(source, [...(daysTakenByLot.get(source) ?? []), days])
  return rows
    .filter((row) => row.days > 0 && row.source_ledger_id === null && lotKinds.includes(row.kind) && !isClosingRow(row))
    .map(({ id, kind, days, valid_from, valid_to }) => ({
      id,
      kind,
      valid_from,
      valid_to,
      remaining: sumDays([days, ...(daysTakenByLot.get(id) ?? [])]),
    }))
}

/** Appends rows. Rows of 0 days are left out, except those that record that a period has accrued. The caller holds the lock of the employee. */
export async function writeLedger(
  tx: Tx,
  { actor }: Pick<Ctx, 'actor'>,
  owner: { employee_id: number; type_id: number },
  entries: readonly LedgerEntry[],
): Promise<void> {
  const rows = entries
    .filter(({ days, kind }) => roundDays(days) !== 0 || kind === 'grant' || kind === 'accrual')
    .map(({ days, kind, valid_from, valid_to, source_ledger_id = null, leave_id = null, note = '', key }) => ({
      ...owner,
      kind,
      days: daysText(days),
      valid_from,
      valid_to,
      source_ledger_id,
      leave_id,
      note: note.slice(0, 500),
      created_by: actor.kind === 'admin' ? actor.id : null,
      key: key ?? null,
    }))
  await tx.insertAll(hrLeaveLedger, rows)
}

/** Writes the exact reversal of rows that have none yet. A reversed lot keeps what was taken from it, so its balance can become negative. */
export async function reverseRows(
  tx: Tx,
  ctx: Ctx,
  owner: { employee_id: number; type_id: number },
  rows: readonly LedgerRow[],
  note: string,
): Promise<void> {
  const keys = new Set(
    (
      await tx.rows<{ key: string }>(sql`select key from hr_leave_ledger where key = any(${rows.map(({ id }) => `cancel ${id}`)}::text[])`)
    ).map(({ key }) => key),
  )
  const entries = rows
    .filter(({ id }) => !keys.has(`cancel ${id}`))
    .map(({ id, days, valid_from, valid_to, source_ledger_id, leave_id }) => ({
      kind: 'cancel' as const,
      days: -days,
      valid_from,
      valid_to,
      source_ledger_id: source_ledger_id ?? (days > 0 ? id : null),
      leave_id,
      note,
      key: `cancel ${id}`,
    }))
  await writeLedger(tx, ctx, owner, entries)
}
