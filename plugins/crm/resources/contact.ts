import { defineResource, f, locales, sql, message } from 'stoa'
import { sources } from '../domain/sources.ts'
import { assertNotDuplicate, completeContacts, findContactBy } from '../services/contacts.ts'
import { mergeContacts } from '../services/merge.ts'
import { ownContactsScope } from '../services/visibility.ts'
import { reminder } from './reminder.ts'

/** A contact of the business, with an e-mail address, a customer account, or neither. One person is one row. */
export const contact = defineResource({
  name: 'contact',
  table: 'crm_contact',
  label: 'name',
  match: 'email',
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fresh: ['export'],
  scope: ownContactsScope,
  where: sql`t.merged_into_id is null`,
  mergedInto: 'merged_into_id',
  fields: {
    name: f.text({ default: '', readOnly: true, list: 1, sort: true, search: true, form: false, sheet: false }),
    first_name: f.text({ default: '', maxLength: 100 }),
    last_name: f.text({ default: '', maxLength: 100 }),
    company: f.text({ default: '', list: 2, sort: true, filter: true, search: true, maxLength: 200 }),
    job_title: f.text({ default: '', filter: true, maxLength: 100 }),
    email: f.maybe(f.email({ unique: true, list: 3, sort: true, filter: true, search: true })),
    country_code: f.maybe(f.text({ filter: true, maxLength: 4 })),
    phone: f.maybe(f.phone({ list: 4, filter: true, search: true })),
    // Normalized phone number, used for comparison.
    phone_norm: f.maybe(f.text({ readOnly: true, form: false, sheet: false })),
    gender: f.maybe(f.pick(['female', 'male'], { filter: true })),
    birthday: f.maybe(f.date({ filter: true })),
    country: f.maybe(f.text({ filter: true, maxLength: 3, widget: 'country' })),
    address: f.area({ default: '', maxLength: 1_000, small: true }),
    remark: f.area({ default: '', maxLength: 5_000, small: true }),
    reminders: f.maybe(f.rows(reminder, { by: 'contact_id', sheet: false })),
    owner_id: f.maybe(f.one('account', { list: 5, filter: true, batch: true, group: 'side' })),
    source: f.pick(sources, { default: 'sales_or_staff', list: 6, filter: true, batch: true, group: 'side' }),
    spoken_language: f.maybe(f.pick(locales, { filter: true, group: 'side' })),
    groups: f.many('group', { through: 'crm_group_member', filter: true, creatable: true, group: 'side' }),
    tags: f.many('tag', { through: 'crm_contact_tag', list: 7, filter: true, creatable: true, group: 'side' }),
    person_id: f.maybe(f.one('person', { readOnly: true, form: false, sheet: false })),
  },
  actions: {
    merge: {
      intent: 'warning',
      confirm: true,
      input: { other_id: f.one('contact') },
      run: ({ tx, ctx, row, input }) => mergeContacts(tx, ctx, row.id, input.other_id),
    },
  },
  sheet: { findBy: findContactBy },
  hooks: {
    beforeValidateMany: completeContacts,
    validateMany: assertNotDuplicate,
    canDelete: async ({ tx, row }) => {
      const used = await tx.one<{ n: number }>(sql`select count(*) as n from crm_lead where contact_id = ${row.id}`)
      return used && used.n > 0 ? message('crm:error.contact_in_use', { count: used.n }) : true
    },
  },
})
