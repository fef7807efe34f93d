import { defineRecord, f } from 'stoa'

/** A message from the contact page. */
export const contactMessage = defineRecord({
  name: 'contact_message',
  events: ['contact.received'],
  label: 'subject',
  verbs: ['get', 'update', 'destroy', 'batch update', 'batch destroy', 'export'],
  locked: true,
  fields: {
    name: f.text({ readOnly: true, list: true, sort: true, search: true }),
    email: f.email({ readOnly: true, list: true, search: true }),
    subject: f.text({ readOnly: true, list: true, search: true }),
    message: f.area({ readOnly: true, search: true }),
    status: f.pick(['to_do', 'processing', 'completed'], { default: 'to_do', readOnly: true, list: true, filter: true, widget: 'status' }),
    assigned_to: f.maybe(f.one('account', { list: true, filter: true, batch: true, group: 'side' })),
  },
  states: {
    field: 'status',
    initial: 'to_do',
    transitions: {
      process: { from: ['to_do', 'completed'], to: 'processing', intent: 'primary' },
      complete: { from: ['to_do', 'processing'], to: 'completed', intent: 'success' },
    },
  },
})
