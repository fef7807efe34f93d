import { f } from 'stoa'
import { channels } from '../services/consent-sql.ts'

const fixed = { readOnly: true } as const

/** The columns of consents, for code that writes them; the resource declares hooks. */
export const consentColumns = {
  name: 'consent',
  fields: {
    address_norm: f.text({ list: 1, search: true, maxLength: 254 }),
    state: f.pick(['subscribed', 'unsubscribed', 'suppressed'], { list: 2, filter: true }),
    topic: f.text({ list: 3, filter: true, maxLength: 40 }),
    channel: f.pick(channels, { ...fixed, default: 'email', list: 4, filter: true }),
    at: f.instant({ list: 5, sort: true }),
    source: f.text({ list: 6, filter: true, maxLength: 200 }),
    reason: f.pick(['user', 'admin', 'import', 'bounce', 'complaint', 'erase', 'merge'], {
      ...fixed,
      default: 'user',
      list: 7,
      filter: true,
    }),
    noted_by: f.text({ ...fixed, default: '', maxLength: 200, sheet: false }),
    person_id: f.maybe(f.one('person', { ...fixed, sheet: false })),
  },
  internal: {},
} as const
