import { defineResource, f, validationError, sql, type DeleteContext, message, type Message, type ValidatedInput } from 'stoa'
import { ownStoresScope } from 'stoa/plugins/stores'

const fields = {
  name: f.text({ list: 1, search: true, maxLength: 60 }),
  code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 12 }),
  store_id: f.one('store', { list: 3, filter: true }),
  enabled: f.flag({ default: true, list: 4, filter: true, inline: true, group: 'side' }),
}

/** A register with its own cash drawer. */
export const register = defineResource({
  name: 'pos_register',
  label: 'name',
  match: 'code',
  locked: true,
  sortBy: 'code',
  fields,
  scope: ownStoresScope,
  hooks: { validate: staysWhereItSold, canDelete: hasNeverSold },
})

/** A register with sales cannot move to another store. */
async function staysWhereItSold({ tx, id, old, input }: ValidatedInput<typeof fields>): Promise<void> {
  if (!old || input.store_id === undefined || input.store_id === old.store_id) return
  if (await tx.one(sql`select 1 from pos_session where register_id = ${id} limit 1`))
    throw validationError({ store_id: message('pos:error.register_used') })
}

async function hasNeverSold({ tx, row }: DeleteContext): Promise<true | Message> {
  const used = await tx.one(sql`select 1 from pos_session where register_id = ${row.id} limit 1`)
  return used ? message('pos:error.register_used') : true
}
