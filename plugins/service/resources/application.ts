import { column, defineRecord, f, validationError, sql, message, type ValidatedInput } from 'stoa'
import { MOST_PRICE } from 'stoa/plugins/catalogue'
import { fullNameSql } from 'stoa/plugins/people'
import { applicationStatuses, transitions } from '../domain/statuses.ts'
import { accountEmail } from '../services/account-email.ts'
import { applicationFile } from './file.ts'
import { canceled, completed, paid, rejected, recordReopened } from '../services/effects.ts'

// The content is shown on a screen of its own; the form has only what staff may edit.
const fixed = { readOnly: true, form: false } as const
const hidden = { ...fixed, sheet: false } as const
const note = f.area({ maxLength: 2_000 })

const fields = {
  number: f.text({ ...fixed, list: 1, search: true, unique: true }),
  service: f.text({ ...fixed, list: 2, search: true }),
  choice: f.text({ ...fixed, default: '' }),
  product_id: f.one('product', { ...hidden, filter: true }),
  stock_id: f.one('stock', hidden),
  quantity: f.int({ ...fixed, default: 1 }),
  price: f.money({ min: 0, max: MOST_PRICE, list: 4 }),
  status: f.pick(applicationStatuses, { ...fixed, default: 'pending', list: 6, filter: true, widget: 'status' }),
  email: f.text({ ...fixed, search: true }),
  first_name: f.text({ ...fixed, default: '', search: 'last_name' }),
  last_name: f.text({ ...fixed, default: '' }),
  country_code: f.maybe(f.text(fixed)),
  phone: f.maybe(f.text({ ...fixed, search: true })),
  language: f.text(fixed),
  assigned_to: f.maybe(f.one('account', { list: 5, filter: true })),
  remark: f.area({ default: '', maxLength: 2_000 }),
  order_number: f.maybe(f.text({ ...fixed, list: 7, search: true })),
  applied_at: f.maybe(f.instant({ ...fixed, list: 8, sort: true, filter: true })),
  decision_note: f.text({ ...fixed, default: '' }),
  decided_by: f.maybe(f.one('account', fixed)),
  decided_at: f.maybe(f.instant(fixed)),
  form_submission_id: f.maybe(f.one('form_submission', hidden)),
  customer_id: f.maybe(f.int({ ...hidden, filter: true })),
  person_id: f.maybe(f.int({ ...hidden, filter: true })),
  order_id: f.maybe(f.int(hidden)),
  files: f.rows(applicationFile, { by: 'application_id', readOnly: true, form: false, sheet: false }),
}

/** An application for a service: approved, paid, completed. Its content is fixed on submission, except the price. */
export const application = defineRecord({
  name: 'application',
  events: [
    'application.applied',
    'application.waiting',
    'application.approved',
    'application.rejected',
    'application.canceled',
    'application.completed',
  ],
  internal: {
    sale_key: column('bigint'),
    order_line_id: column('bigint'),
    approved_at: column('timestamp with time zone'),
    ended_at: column('timestamp with time zone'),
    reminded_at: column('timestamp with time zone'),
  },
  path: 'service',
  label: 'number',
  match: 'number',
  verbs: ['get', 'update', 'export'],
  sortBy: '-applied_at',
  locked: true,
  listStamps: false,
  // An application that waits for its first payment is not shown to staff yet.
  where: sql`t.applied_at is not null`,
  fields,
  columns: {
    applicant: {
      field: f.text({ list: 3 }),
      read: () => sql`coalesce(nullif(${fullNameSql(sql`t.first_name`, sql`t.last_name`)}, ''), t.email)`,
    },
  },
  hooks: { validate: check },
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      approve: { ...transitions.approve },
      reject: { ...transitions.reject, input: { note }, effect: rejected },
      reopen: { ...transitions.reopen, effect: recordReopened },
      pay: { ...transitions.pay, effect: paid },
      begin: { ...transitions.begin },
      complete: { ...transitions.complete, effect: completed },
      // Stored in the status history, which staff read.
      flag: { ...transitions.flag, input: { reason: f.text({ maxLength: 500 }) } },
      resume: { ...transitions.resume },
      cancel: { ...transitions.cancel, input: { note: f.area({ default: '', maxLength: 2_000 }) }, effect: canceled },
      give_up: { ...transitions.give_up, input: { note: f.area({ default: '', maxLength: 2_000 }) }, effect: canceled },
      drop: { ...transitions.drop, input: { note: f.text({ default: '', maxLength: 2_000 }) }, effect: canceled },
    },
  },
})

/** The price is fixed after approval, and an account cannot set the price of its own application. */
async function check({ tx, ctx, old, input }: ValidatedInput<typeof fields>): Promise<void> {
  if (!old || input.price === undefined || input.price === old.price) return
  if (old.status !== 'pending') throw validationError({ price: message('service:error.price_settled') })
  if (ctx.actor.kind === 'admin' && (await accountEmail(tx, ctx.actor.id)) === old.email.toLowerCase())
    throw validationError({ price: message('service:error.own_price') })
}
