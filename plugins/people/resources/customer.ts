import { closeSessionsOf, defineResource, f, hashPassword, invalid, sql, text } from '#core'

/** Somebody with an account in the shop. */
export const customer = defineResource({
  name: 'customer',
  path: 'customer/list',
  label: 'email',
  match: 'email',
  locked: true,
  fields: {
    first_name: f.text({ list: true, sort: true, search: true }),
    last_name: f.text({ list: true, sort: true, search: true }),
    email: f.email({ unique: true, list: true, sort: true, search: true }),
    country_code: f.maybe(f.text({ maxLength: 4 })),
    phone: f.maybe(f.phone({ list: true, search: true })),
    gender: f.maybe(f.pick(['female', 'male'])),
    birthday: f.maybe(f.date()),
    password: f.maybe(f.password()),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    group_id: f.maybe(f.one('customer_group', { list: true, filter: true, batch: true, grow: true, group: 'side' })),
    is_subscribe: f.flag({ default: true, filter: true, group: 'side' }),
    email_verified_at: f.maybe(f.instant({ readOnly: true, group: 'side' })),
    phone_verified_at: f.maybe(f.instant({ readOnly: true, group: 'side' })),
  },
  hooks: {
    prepare: ({ input }) => {
      if (typeof input.email === 'string') input.email = input.email.trim().normalize('NFC').toLowerCase()
    },
    check: async ({ tx, input, old }) => {
      const phone = input.phone === undefined ? old?.phone : input.phone
      const code = input.country_code === undefined ? old?.country_code : input.country_code
      if (phone && !code) throw invalid({ country_code: text('people:error.country_code') })
      if (!old) return
      // What was proven was the old number or address.
      if (phone !== old.phone || code !== old.country_code)
        await tx.run(sql`update customer set phone_verified_at = null where id = ${old.id} and phone_verified_at is not null`)
      if (typeof input.email === 'string' && input.email !== old.email)
        await tx.run(sql`update customer set email_verified_at = null, pending_email = null where id = ${old.id}`)
    },
    saved: async ({ tx, id, input }) => {
      if (typeof input.password === 'string' && input.password !== '') {
        await tx.run(sql`update customer set password_hash = ${await hashPassword(input.password)} where id = ${id}`)
        await tx.run(sql`delete from customer_link where customer_id = ${id}`)
        await closeSessionsOf(tx, 'user', id)
      }
      if (input.enabled === false) await closeSessionsOf(tx, 'user', id)
    },
    removed: async ({ tx, row }) => closeSessionsOf(tx, 'user', row.id),
  },
})
