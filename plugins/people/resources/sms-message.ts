import { column, defineRecord, f } from 'stoa'

/** An SMS to be sent. Its text is cleared after sending; without a provider it is read here. */
export const smsMessage = defineRecord({
  name: 'sms_message',
  events: [],
  internal: {
    provider_id: column('text'),
    expires_at: column('timestamp with time zone'),
    sent_at: column('timestamp with time zone'),
    sealed: column('text'),
    unrequested: column('boolean'),
  },
  verbs: ['get'],
  label: 'recipient',
  sortBy: '-id',
  listCreated: true,
  audit: false,
  fields: {
    recipient: f.text({ list: true, search: true, readOnly: true }),
    body: f.area({ list: true, readOnly: true }),
    status: f.pick(['pending', 'sent', 'rejected', 'abnormal'], {
      default: 'pending',
      readOnly: true,
      list: true,
      filter: true,
      widget: 'status',
    }),
    error: f.text({ default: '', list: true, readOnly: true }),
    provider: f.text({ default: '', readOnly: true }),
  },
})
