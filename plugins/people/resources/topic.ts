import { defineResource, f, sql, message } from 'stoa'
import { MARKETING } from '../services/consent-sql.ts'

/** A subject persons can accept or refuse separately: news, a club, tips. Consent rows store its key, so the key is immutable. */
export const topic = defineResource({
  name: 'topic',
  label: 'title',
  match: 'key',
  sortBy: 'id',
  locked: true,
  listStamps: false,
  verbs: ['get', 'create', 'update', 'destroy'],
  fields: {
    title: f.text({ localized: true, list: true, search: true, maxLength: 80 }),
    key: f.key({ unique: true, list: true, maxLength: 40 }),
    description: f.text({ localized: true, default: '', list: true, maxLength: 200 }),
  },
  hooks: {
    beforeValidate: ({ old, input }) => {
      // Consent rows reference it.
      if (old) delete input.key
    },
    canDelete: async ({ tx, row }) => {
      if (row.key === MARKETING) return message('people:error.topic_needed')
      const used = await tx.one<{ n: number }>(sql`select count(distinct address_norm) as n from consent where topic = ${row.key}`)
      return used && used.n > 0 ? message('people:error.topic_in_use', { count: used.n }) : true
    },
  },
})
