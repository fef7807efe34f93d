import { defineResource, f, message, sql, validationError, type ValidatedInput } from 'stoa'

const fields = {
  group_id: f.one('commission_group', { list: 1, filter: true }),
  admin_id: f.one('account', { list: 2, filter: true }),
  valid_from: f.date({ list: 3, sort: true, filter: true }),
  valid_to: f.maybe(f.date({ list: 4, sort: true, filter: true })),
}

/** @throws AppError INVALID by field: an end before the beginning, and a second membership of the same group on the same day */
async function checkMember({ tx, input, old, id }: ValidatedInput<typeof fields>): Promise<void> {
  const { group_id, admin_id, valid_from, valid_to = null } = { ...old, ...input }
  if (valid_to !== null && valid_from !== undefined && valid_to < valid_from)
    throw validationError({ valid_to: message('commission:error.valid_to') })
  // The group is locked, so that two memberships that are added at once see each other. The database refuses the second one too.
  await tx.run(sql`select 1 from commission_group where id = ${group_id} for update`)
  const other = await tx.one<{ day: string }>(sql`
    select to_char(valid_from, 'YYYY-MM-DD') as day from commission_member
    where group_id = ${group_id} and admin_id = ${admin_id} and id is distinct from ${id ?? null}::bigint
      and daterange(valid_from, valid_to, '[]') && daterange(${valid_from}::date, ${valid_to}::date, '[]') limit 1`)
  if (other) throw validationError({ valid_from: message('commission:error.member_overlap', { day: other.day }) })
}

/** A member of a commission group over a span of time, both days included. */
export const commissionMember = defineResource({
  name: 'commission_member',
  path: 'commission/member',
  label: 'valid_from',
  sortBy: '-valid_from',
  locked: true,
  listStamps: false,
  transfer: false,
  sheet: { key: ['group_id', 'admin_id', 'valid_from'] },
  fields,
  hooks: { validate: checkMember },
})
