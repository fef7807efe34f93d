import { defineResource, f, sql } from 'stoa'
import { lostReasons, sources, isWorkedOn } from '../domain/sources.ts'
import { completeLead, recordLeadChange } from '../services/leads.ts'
import { flagLead, unflagLead } from '../services/flag-lead.ts'
import { moveBelow } from '../services/place.ts'
import { ownLeadsScope } from '../services/visibility.ts'
import { reminder } from './reminder.ts'

const fixed = { readOnly: true, form: false } as const

/** A sales opportunity: stage, owner and expected amount. */
export const lead = defineResource({
  name: 'lead',
  table: 'crm_lead',
  label: 'title',
  match: 'number',
  sortBy: '-id',
  locked: true,
  listStamps: false,
  scope: ownLeadsScope,
  fields: {
    title: f.text({ default: '', list: 1, sort: true, search: true, maxLength: 200 }),
    number: f.maybe(f.text({ form: false, unique: true, search: true, filter: true, maxLength: 40 })),
    contact_id: f.maybe(f.one('contact', { list: 2, filter: true })),
    funnel_id: f.one('funnel', { list: 3, filter: true }),
    stage_id: f.maybe(f.one('stage', { list: 4, filter: true, batch: true, sheet: 'out' })),
    amount: f.maybe(f.money({ list: 5, sort: true, filter: true, min: 0 })),
    expected_close: f.maybe(f.date({ sort: true, filter: true })),
    reminders: f.maybe(f.rows(reminder, { by: 'lead_id', sheet: false })),
    lost_reason: f.maybe(f.pick(lostReasons, { filter: true, group: 'lost' })),
    lost_note: f.area({ default: '', maxLength: 1_000, small: true, group: 'lost' }),
    status: f.pick(['to_do', 'process', 'completed', 'canceled', 'abnormal'], {
      ...fixed,
      default: 'to_do',
      list: 6,
      filter: true,
      widget: 'status',
      sheet: 'out',
    }),
    owner_id: f.maybe(f.one('account', { list: 7, filter: true, batch: true, group: 'side' })),
    source: f.pick(sources, { default: 'sales_or_staff', list: 8, filter: true, group: 'side' }),
    source_detail: f.text({ default: '', search: true, group: 'side', maxLength: 300 }),
    tags: f.many('tag', { through: 'crm_lead_tag', filter: true, creatable: true, group: 'side' }),
    enquiry: f.area({ ...fixed, default: '', search: true, sheet: 'out' }),
    form_submission_id: f.maybe(f.one('form_submission', { ...fixed, ifInstalled: true, unique: true, filter: true, sheet: false })),
    order_number: f.maybe(f.text({ ...fixed, unique: true, search: true, sheet: 'out' })),
    position: f.decimal({ ...fixed, default: '0', sort: true, sheet: false }),
    stage_since: f.maybe(f.instant({ ...fixed, sort: true, filter: true, sheet: 'out' })),
    rots_at: f.maybe(f.instant({ ...fixed, sort: true, filter: true, sheet: false })),
    closed_at: f.maybe(f.instant({ ...fixed, sort: true, filter: true, sheet: 'out' })),
  },
  columns: {
    phone: {
      field: f.maybe(f.text()),
      read: () =>
        sql`(select concat('+', c.country_code, ' ', c.phone) from crm_contact c where c.id = t.contact_id and c.phone_norm is not null)`,
    },
  },
  actions: {
    place: {
      needs: 'update lead',
      manual: false,
      input: { below_id: f.maybe(f.one('lead')) },
      run: ({ tx, row, input }) => moveBelow(tx, row, input.below_id ?? null),
    },
    flag: { needs: 'update lead', from: [...isWorkedOn], confirm: true, batch: true, run: (moving) => flagLead(moving) },
    release: { needs: 'update lead', from: ['abnormal'], run: (moving) => unflagLead(moving) },
  },
  hooks: { beforeValidate: completeLead, afterSave: recordLeadChange },
})
