import { defineResource, f, invalid, sql, type Removing, text, type Text, type Write } from 'stoa'
import { ofOwnStores } from 'stoa/plugins/stores'

const fields = {
  name: f.text({ list: 1, search: true, maxLength: 60 }),
  code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 12 }),
  store_id: f.one('store', { list: 3, filter: true }),
  enabled: f.flag({ default: true, list: 4, filter: true, inline: true, group: 'side' }),
}

/** A counter with a drawer of its own. */
export const register = defineResource({
  name: 'pos_register',
  label: 'name',
  match: 'code',
  locked: true,
  sortBy: 'code',
  fields,
  scope: ofOwnStores,
  hooks: { check: staysWhereItSold, removable: hasNeverSold },
})

/** What was sold at a register was sold in its store. */
async function staysWhereItSold({ tx, id, old, input }: Write<typeof fields>): Promise<void> {
  if (!old || input.store_id === undefined || input.store_id === old.store_id) return
  if (await tx.one(sql`select 1 from pos_session where register_id = ${id} limit 1`))
    throw invalid({ store_id: text('pos:error.register_used') })
}

async function hasNeverSold({ tx, row }: Removing): Promise<true | Text> {
  const used = await tx.one(sql`select 1 from pos_session where register_id = ${row.id} limit 1`)
  return used ? text('pos:error.register_used') : true
}
