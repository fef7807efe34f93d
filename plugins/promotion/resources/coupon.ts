import { defineRecord, type DraftInput, f, validationError, type SavedRecord, sql, message, type ValidatedInput } from 'stoa'
import { recountCode } from '../services/recount.ts'
import { acceptForeign, foreignCells, readForeignCells } from '../services/foreign-code.ts'
import { CODE } from '../domain/code.ts'

const fields = {
  code: f.text({ unique: true, maxLength: 40, list: 1, search: true, sort: true }),
  promotion_id: f.one('promotion', { list: 2, filter: true }),
  enabled: f.flag({ default: true, list: 4, filter: true, inline: true, batch: true }),
  usage_limit: f.maybe(f.int({ min: 1, list: 5, batch: true })),
  customer_id: f.maybe(f.one('customer', { filter: true })),
  starts_at: f.maybe(f.instant()),
  ends_at: f.maybe(f.instant({ list: 6, sort: true, filter: true, batch: true })),
  remark: f.text({ default: '', maxLength: 200, search: true }),
}

/** A code that activates a rule. */
export const coupon = defineRecord({
  name: 'coupon',
  events: [],
  label: 'code',
  match: 'code',
  sortBy: '-id',
  listStamps: false,
  fields,
  columns: {
    used: {
      field: f.int({ list: 3 }),
      read: () => sql`(select count(*)::int from promotion_usage u where u.coupon_id = t.id and u.released_at is null)`,
    },
  },
  sheet: { columns: foreignCells, ...readForeignCells },
  hooks: {
    parseInput: acceptForeign,
    beforeValidate: prepare,
    validate: check,
    afterSave: saved,
    canDelete: removable,
    afterDelete: async ({ tx, row }) => void (await tx.run(sql`delete from promotion_counter where kind = 'code' and ref = ${row.id}`)),
  },
})

/** Codes are case-insensitive. They are stored in upper case. */
function prepare({ input }: DraftInput<typeof fields>): void {
  if (typeof input.code === 'string') input.code = input.code.toUpperCase()
}

async function check({ tx, old, input }: ValidatedInput<typeof fields>): Promise<void> {
  if (input.code !== undefined && !CODE.test(input.code)) throw validationError({ code: message('promotion:error.code') })
  const [starts, ends] = [input.starts_at ?? old?.starts_at, input.ends_at ?? old?.ends_at]
  if (starts && ends && ends <= starts) throw validationError({ ends_at: message('promotion:error.ends_first') })
  if (input.promotion_id === undefined || input.promotion_id === old?.promotion_id) return
  if (old && (await tx.one(sql`select 1 from promotion_usage where coupon_id = ${old.id} limit 1`)))
    throw validationError({ promotion_id: message('promotion:error.code_was_used') })
  const rule = await tx.one<{ trigger: string }>(sql`select trigger from promotion where id = ${input.promotion_id}`)
  if (rule && rule.trigger !== 'code') throw validationError({ promotion_id: message('promotion:error.not_by_code') })
}

async function saved({ tx, id, mode, input }: SavedRecord<typeof fields>): Promise<void> {
  if (mode === 'update' && input.usage_limit !== undefined) await recountCode(tx, id)
}

async function removable({ tx, row }: { tx: SavedRecord<typeof fields>['tx']; row: { id: number } }) {
  return (
    (await tx.one(sql`select 1 from promotion_usage where coupon_id = ${row.id} limit 1`)) === undefined ||
    message('promotion:error.code_was_used')
  )
}
