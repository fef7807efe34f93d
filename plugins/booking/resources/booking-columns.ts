import { column, f, type FieldsRow, jsonColumn } from 'stoa'
import { bookingStatuses } from '../domain/statuses.ts'
import { bookingFile } from './file.ts'

// The booking screen shows it; the form only has fields staff may edit.
const fixed = { readOnly: true, form: false } as const
const hidden = { ...fixed, sheet: false } as const
const fields = {
  number: f.text({ ...fixed, list: 1, search: true, unique: true }),
  event_id: f.one('event', { ...fixed, list: 2, filter: true }),
  starts_at: f.instant({ ...fixed, sort: true, filter: true }),
  ends_at: f.instant(fixed),
  zone: f.text(fixed),
  quantity: f.int({ ...fixed, list: 4 }),
  status: f.pick(bookingStatuses, { ...fixed, list: 7, filter: true, widget: 'status' }),
  email: f.text({ ...fixed, search: true }),
  first_name: f.text({ ...fixed, search: 'last_name' }),
  last_name: f.text(fixed),
  country_code: f.maybe(f.text(fixed)),
  phone: f.maybe(f.text({ ...fixed, search: true })),
  language: f.text(fixed),
  asked_at: f.maybe(f.instant({ ...fixed, sort: true, filter: true })),
  source: f.pick(['store', 'admin'], { ...fixed, filter: true }),
  price: f.money(fixed),
  order_number: f.maybe(f.text({ ...fixed, list: 6, search: true })),
  comment: f.area(fixed),
  remark: f.area({ default: '', maxLength: 2_000 }),
  cancel_reason: f.text(fixed),
  reschedules: f.int(fixed),
  session_id: f.one('booking_session', { ...hidden, filter: true }),
  customer_id: f.maybe(f.int({ ...hidden, filter: true })),
  person_id: f.maybe(f.int({ ...hidden, filter: true })),
  order_id: f.maybe(f.int(hidden)),
  order_line_id: f.maybe(f.int(hidden)),
  form_submission_id: f.maybe(f.int(hidden)),
  hold_expires_at: f.maybe(f.instant(hidden)),
  sequence: f.int(hidden),
  files: f.rows(bookingFile, { by: 'booking_id', readOnly: true, form: false, sheet: false }),
  created_by: f.maybe(f.one('account', { ...fixed, filter: true })),
}

/** The columns of bookings, for code that writes them; the resource declares transitions and lists. */
export const bookingColumns = {
  name: 'booking',
  fields,
  internal: {
    hold_key: column('bigint'),
    reminded_at: column('timestamp with time zone'),
    canceled_at: column('timestamp with time zone'),
    code_rev: column('integer'),
    most_back: column('numeric'),
    held_answers: jsonColumn<unknown>(),
    held_from: column('text'),
    held_by: column('text'),
  },
} as const

/** A row of a booking. Amounts are texts. */
export type BookingRow = FieldsRow<typeof fields>
