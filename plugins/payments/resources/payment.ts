import { column, defineRecord, f, jsonColumn } from 'stoa'

/** An attempt to pay a document. Its transactions are append-only. */
export const payment = defineRecord({
  name: 'payment',
  events: ['payment.captured', 'payment.refunded'],
  internal: {
    provider: column('text'),
    action: jsonColumn<unknown>(),
    error_code: column('text'),
    expires_at: column('timestamp with time zone'),
    asked_at: column('timestamp with time zone'),
    reviewed_by: column('bigint'),
    erased_at: column('timestamp with time zone'),
  },
  path: 'payment/transactions',
  verbs: ['get', 'export'],
  label: 'reference',
  sortBy: '-id',
  audit: false,
  listCreated: true,
  fields: {
    reference: f.text({ readOnly: true, list: true, search: true, unique: true }),
    payment_method_id: f.one('payment_method', { readOnly: true, list: true, filter: true }),
    amount: f.money({ readOnly: true, list: true }),
    currency: f.text({ readOnly: true, list: true }),
    status: f.pick(['pending', 'processing', 'payment_review', 'payment_reject', 'paid', 'refunded', 'canceled', 'abnormal'], {
      readOnly: true,
      list: true,
      filter: true,
      widget: 'status',
    }),
    provider_payment_id: f.maybe(f.text({ readOnly: true, search: true })),
    error_message: f.maybe(f.text({ readOnly: true })),
    // The page shows a link to it beside the form.
    document_type: f.text({ readOnly: true, filter: true, list: false, form: false }),
    document_id: f.int({ readOnly: true, filter: true, list: false, form: false }),
    attempt: f.int({ readOnly: true }),
  },
})
