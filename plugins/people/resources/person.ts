import { column, defineRecord, f, sql } from 'stoa'
import { erasePerson } from '../services/erase-person.ts'
import { visiblePersonsSql } from '../services/person-roles.ts'
import { mergePersons } from '../services/merge.ts'

/** A person known to the shop, with or without an account. Merged records are hidden. */
export const person = defineRecord({
  name: 'person',
  events: ['person.merged', 'person.email_proven'],
  internal: { merged_into_id: column('bigint') },
  verbs: ['get', 'export'],
  label: 'name',
  match: 'email',
  listCreated: true,
  fresh: ['export'],
  where: sql`t.merged_into_id is null`,
  mergedInto: 'merged_into_id',
  scope: visiblePersonsSql,
  fields: {
    name: f.maybe(f.text({ readOnly: true, list: true, sort: true, form: false, sheet: false })),
    email: f.maybe(f.email({ unique: true, list: true, sort: true, search: true, readOnly: true })),
    first_name: f.text({ default: '', search: 'last_name', readOnly: true }),
    last_name: f.text({ default: '', readOnly: true }),
    country_code: f.maybe(f.text({ maxLength: 4, readOnly: true })),
    phone: f.maybe(f.phone({ list: true, search: true, readOnly: true })),
    erased_at: f.maybe(f.instant({ readOnly: true, group: 'side', sheet: false })),
  },
  actions: {
    merge: {
      intent: 'warning',
      confirm: true,
      input: { other_id: f.one('person') },
      run: ({ tx, ctx, row, input }) => mergePersons(tx, ctx, row.id, Number(input.other_id)),
    },
    erase: {
      intent: 'danger',
      confirm: true,
      input: { confirmation: f.text({ maxLength: 20 }) },
      run: ({ tx, ctx, row, input }) => erasePerson(tx, ctx, row.id, input.confirmation),
    },
  },
})
