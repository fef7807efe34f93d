import { column, defineRecord, f, jsonColumn } from 'stoa'
import { visibleRecipientScope } from '../services/visible-recipients.ts'

const fixed = { readOnly: true } as const

/** A recipient of a broadcast, with the status of the message. */
export const recipient = defineRecord({
  name: 'broadcast_recipient',
  events: [],
  internal: {
    channel: column('text'),
    person_id: column('bigint'),
    contact_id: column('bigint'),
    merge_data: jsonColumn<unknown>(),
    basis: column('text'),
    claim: column('text'),
    claimed_at: column('timestamp with time zone'),
    handed_at: column('timestamp with time zone'),
    due_at: column('timestamp with time zone'),
    provider_id: column('text'),
  },
  label: 'name',
  sortBy: 'id',
  verbs: ['get', 'export'],
  listStamps: false,
  scope: visibleRecipientScope,
  fields: {
    broadcast_id: f.one('broadcast', { ...fixed, filter: true }),
    name: f.text({ ...fixed, default: '', list: 1, search: true }),
    address_norm: f.text({ ...fixed, list: 2, search: true, sort: true }),
    status: f.pick(['pending', 'process', 'sent', 'abnormal', 'rejected', 'canceled'], {
      ...fixed,
      default: 'pending',
      list: 3,
      filter: true,
      widget: 'status',
    }),
    reason: f.pick(['', 'unknown', 'refused', 'unreachable', 'suppressed', 'unsubscribed', 'no_consent', 'cap', 'stopped'], {
      ...fixed,
      default: '',
      list: 4,
      filter: true,
    }),
    error: f.text({ ...fixed, default: '', list: 5 }),
    sent_at: f.maybe(f.instant({ ...fixed, list: 6, sort: true })),
    language: f.text({ ...fixed }),
    attempts: f.int({ ...fixed, default: 0 }),
  },
})
