import { defineResource, f, message, sql, validationError, type ValidatedInput } from 'stoa'
import { lockOrganization, refuseCycle } from '../services/organization.ts'

const fields = {
  name: f.text({ list: 1, sort: true, search: true, maxLength: 120 }),
  admin_id: f.one('account', { list: 2, filter: true }),
  parent_id: f.maybe(f.one('commission_node', { list: 3, filter: true })),
  override_percent: f.percent({ default: '0', min: 0, max: 100, list: 4 }),
  valid_from: f.date({ list: 5, sort: true, filter: true }),
  valid_to: f.maybe(f.date({ list: 6, sort: true, filter: true })),
}

/** @throws AppError INVALID by field: an end before the beginning, and a second position of the same person on the same day */
async function checkNode({ tx, input, old, id }: ValidatedInput<typeof fields>): Promise<void> {
  const { admin_id, valid_from, valid_to = null } = { ...old, ...input }
  if (valid_to !== null && valid_from !== undefined && valid_to < valid_from)
    throw validationError({ valid_to: message('commission:error.valid_to') })
  // Two positions that are added at once see each other. The database refuses the second one too.
  await lockOrganization(tx)
  const other = await tx.one<{ day: string }>(sql`
    select to_char(valid_from, 'YYYY-MM-DD') as day from commission_node
    where admin_id = ${admin_id} and id is distinct from ${id ?? null}::bigint
      and daterange(valid_from, valid_to, '[]') && daterange(${valid_from}::date, ${valid_to}::date, '[]') limit 1`)
  if (other) throw validationError({ valid_from: message('commission:error.node_overlap', { day: other.day }) })
}

/**
 * A position in the organization over a span of time. It earns a percentage of the direct base of everybody below it. The position above is that
 * of a person: it counts with the percentage it has on the day of a sale.
 */
export const commissionNode = defineResource({
  name: 'commission_node',
  path: 'commission/organization',
  label: 'name',
  tree: 'parent_id',
  sortBy: '-valid_from',
  locked: true,
  listStamps: false,
  transfer: false,
  sheet: { key: ['admin_id', 'valid_from'] },
  fields,
  hooks: { validate: checkNode, afterSave: refuseCycle },
})
