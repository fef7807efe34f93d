import { message, type Message, parseMoney, sql, validationError, type ValidatedInput } from 'stoa'
import { checkTiers } from '../domain/check-tiers.ts'
import { isTierMethod, type Tier } from '../domain/types.ts'
import type { groupFields } from '../resources/group-fields.ts'

/** The tier row in the input of a group. */
interface TierRow {
  amount_from: string
  amount_to?: string | null
  percent: string
}

/** A row of a form: a stored row may be named by its id alone. */
type TierInput = { [K in keyof TierRow | 'id']?: (K extends keyof TierRow ? TierRow[K] : number) | undefined }

/** Rows of the input with the stored values that they do not name. */
function mergeRows(rows: readonly TierInput[] | undefined, stored: readonly (TierRow & { id: number })[]): TierRow[] {
  if (!rows) return [...stored]
  const byId = new Map(stored.map((row) => [row.id, row]))
  return rows.map(({ id, amount_from, amount_to, percent }) => {
    const before = byId.get(id ?? 0)
    return {
      amount_from: amount_from ?? before?.amount_from ?? '0',
      amount_to: amount_to === undefined ? (before?.amount_to ?? null) : amount_to,
      percent: percent ?? before?.percent ?? '0',
    }
  })
}

/** Tiers in minor units, in the order of their amounts. */
export const toTiers = (rows: readonly TierRow[]): Tier[] =>
  rows
    .map(({ amount_from, amount_to, percent }) => ({
      from: parseMoney(amount_from),
      to: amount_to === null || amount_to === undefined ? null : parseMoney(amount_to),
      percent,
    }))
    .toSorted((one, two) => one.from - two.from)

/**
 * @throws AppError INVALID by field: tiers with gaps or overlaps, and a group that has earned something and would count sales twice or never
 */
export async function checkGroup({ tx, input, old, id }: ValidatedInput<typeof groupFields>): Promise<void> {
  const method = input.method ?? old?.method ?? 'fixed_percent'
  if (isTierMethod(method)) {
    const rows = mergeRows(input.tiers, old?.tiers ?? [])
    const problem = checkTiers(method, toTiers(rows)).find(({ level }) => level === 'error')
    if (problem) throw validationError({ tiers: message(`commission:error.tiers_${problem.code}`, { n: problem.index + 1 }) })
  }
  if (!old) return
  const problems: Record<string, Message> = {}
  for (const field of ['trigger', 'settlement'] as const)
    if (input[field] !== undefined && input[field] !== old[field]) problems[field] = message('commission:error.group_used')
  if (Object.keys(problems).length === 0) return
  // Postings to the ledger read the group with a share lock, so that none is under way now.
  await tx.run(sql`select 1 from commission_group where id = ${id} for update`)
  if (await tx.one(sql`select 1 from commission_entry where group_id = ${id} limit 1`)) throw validationError(problems)
}
