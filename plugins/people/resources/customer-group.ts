import { defineResource, f, sql, message } from 'stoa'

/** Customers with the same prices and promotions. Referenced by id, so that it can be renamed. */
export const customerGroup = defineResource({
  name: 'customer_group',
  path: 'customer/group',
  label: 'name',
  match: 'name',
  locked: true,
  fields: {
    name: f.text({ unique: true, list: true, sort: true, search: true, inline: true }),
    description: f.area({ default: '', list: true, search: true, maxLength: 1_000 }),
  },
  hooks: {
    canDelete: async ({ tx, row }) => {
      const used = await tx.one<{ n: number }>(sql`select count(*) as n from customer where group_id = ${row.id}`)
      return used && used.n > 0 ? message('people:error.group_in_use', { count: used.n }) : true
    },
  },
})
