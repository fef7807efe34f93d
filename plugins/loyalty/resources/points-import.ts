import {
  defineResource,
  type DraftInput,
  f,
  validationError,
  type DeleteContext,
  type SavedRecord,
  sql,
  message,
  type ValidatedInput,
} from 'stoa'
import { findBuyersByPhone, recordedPersonSql } from 'stoa/plugins/people'
import { changePoints } from '../services/account.ts'
import { exportPoints } from '../services/export-points.ts'
import { getExpiry } from '../services/earned-points.ts'
import { updateTier } from '../services/tier-state.ts'

const fixed = { readOnly: true } as const
const MOST = 100_000_000

const fields = {
  customer_id: f.one('customer', { list: 1, filter: true }),
  phone: f.maybe(f.text({ maxLength: 40 })),
  points: f.int({ min: 1, max: MOST, list: 2, sort: true }),
  expires_at: f.maybe(f.instant({ list: 3, sort: true, filter: true })),
  note: f.text({ default: '', maxLength: 200, list: 4, search: true }),
  key: f.text({ unique: true, maxLength: 80, list: 5, search: true }),
  person_id: f.maybe(f.one('person', { ...fixed, sheet: false })),
}

/**
 * Points of a member from another system. An imported row creates a ledger entry, once for each key. Append-only; undoing the import
 * removes the points.
 */
export const pointsImport = defineResource({
  name: 'points_import',
  label: 'key',
  match: 'key',
  sortBy: '-id',
  verbs: ['get', 'import', 'export'],
  listCreated: true,
  // Exported are the current points of all members, which include imported ones.
  transfer: { where: sql`false`, more: exportPoints },
  fields,
  hooks: { beforeValidate: prepare, validate: check, afterSave: saved, afterDelete: removed },
})

/** Finds the member by e-mail address or by phone number. The phone number is not stored. */
async function prepare({ tx, input }: DraftInput<typeof fields>): Promise<void> {
  if (input.phone) {
    input.customer_id ??= await byPhone(tx, input.phone)
    input.phone = null
  }
  if (!input.customer_id) return
  const row = await tx.one<{ person: number | null }>(sql`select ${recordedPersonSql(sql`${input.customer_id}::bigint`)} as person`)
  if (row?.person) input.person_id = row.person
}

/** @throws AppError INVALID at `phone` when no person or more than one has this number */
async function byPhone(tx: DraftInput['tx'], phone: string): Promise<number> {
  const [found, other] = await findBuyersByPhone(tx, phone)
  if (!found) throw validationError({ phone: message('loyalty:error.no_member') })
  if (other) throw validationError({ phone: message('loyalty:error.many_members') })
  return found.id
}

/** An imported row cannot be changed. */
async function check({ tx, input, old }: ValidatedInput<typeof fields>): Promise<void> {
  if (old) {
    const other = (value: unknown, was: unknown) => value !== undefined && value !== was
    const end = (at: string | null | undefined) => (at ? Date.parse(at) : at)
    if (other(input.customer_id, old.customer_id) || other(input.points, old.points) || other(input.note, old.note))
      throw validationError({ points: message('loyalty:error.brought') })
    if (other(end(input.expires_at), end(old.expires_at))) throw validationError({ expires_at: message('loyalty:error.brought') })
    return
  }
  if (input.expires_at && Date.parse(input.expires_at) <= Date.now()) throw validationError({ expires_at: message('loyalty:error.ended') })
  if (input.key && (await tx.one(sql`select 1 from points_import where key = ${input.key}`)))
    throw validationError({ key: message('loyalty:error.brought') })
}

async function saved({
  tx,
  ctx,
  id,
  mode,
  input: { person_id: person, points, expires_at, note },
}: SavedRecord<typeof fields>): Promise<void> {
  if (mode !== 'create' || !person || !points) return
  const expires = expires_at ?? (await getExpiry(tx, ctx.kernel))
  await changePoints(tx, { ...booking(id), person, points, expires, remark: note ?? '', by: ctx.actor })
  await updateTier(tx, ctx, person)
}

/** Undoes an imported row. Points that were spent meanwhile become a negative balance. */
async function removed({ tx, ctx, row }: DeleteContext<typeof fields>): Promise<void> {
  if (!row.person_id) return
  const { key, ...back } = booking(row.id)
  await changePoints(tx, {
    ...back,
    key: `${key} back`,
    person: row.person_id,
    points: -row.points,
    owing: true,
    remark: row.note,
    by: ctx.actor,
  })
}

const booking = (id: number) => ({ kind: 'adjust', key: `brought ${id}` }) as const
