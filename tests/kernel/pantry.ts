import { beforeEach } from 'vitest'
import { definePlugin, defineResource, f, validationError, sql, message } from 'stoa'
import { suite } from '../support/suite.ts'
import { createTablesSql } from '../support/tables.ts'

/** Calls of hooks and transitions of jars, in order; cleared before each test. */
export const hookCalls: string[] = []
export const lid = defineResource({
  name: 'lid',
  verbs: [],
  hide: 'enabled',
  label: 'size',
  fields: { jar_id: f.one('jar'), size: f.int({ min: 1 }), enabled: f.flag({ default: true }), order: f.int({ default: 0 }) },
})
export const label = defineResource({ name: 'label', fields: { title: f.text({ unique: true }) } })
export const jar = defineResource({
  name: 'jar',
  match: 'code',
  locked: true,
  softDelete: true,
  fields: {
    code: f.text({ unique: true, list: true, sort: true, filter: true, search: true }),
    title: f.text({ localized: true, list: true }),
    status: f.pick(['draft', 'pending', 'completed'], { readOnly: true, list: true, filter: true }),
    price: f.money({ batch: true, filter: true }),
    note: f.maybe(f.text({ batch: true })),
    lids: f.rows(lid, { by: 'jar_id' }),
    labels: f.many('label', { through: 'jar_label' }),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      offer: {
        from: ['draft'],
        to: 'pending',
        input: { reason: f.text({ default: '' }), n: f.int({ default: 1 }) },
        guard: ({ row }) => {
          hookCalls.push(`guard ${String(row.status)}`)
          if (row.code === 'GUARDED') throw validationError({ code: 'guarded' })
        },
        effect: ({ input }) => void hookCalls.push(`effect ${input.n}`),
      },
      finish: { from: ['pending'], to: 'completed', set: () => ({ note: sql`t.code || ' is done'` }) },
      expire: { from: ['draft', 'pending'], to: 'completed', manual: false },
    },
  },
  actions: { shake: { input: { n: f.int({ min: 1 }) }, run: ({ input }) => void hookCalls.push(`shake ${input.n}`) } },
  hooks: {
    beforeTransition: ({ action, row }) => void hookCalls.push(`moving ${action} ${String(row.status)}`),
    afterTransition: ({ action, next }) => void hookCalls.push(`moved ${action}${next ? ` before ${next}` : ''}`),
    canDelete: ({ row }) => (row.code === 'KEPT' ? message('core:error.in_use') : true),
    afterDelete: ({ row }) => void hookCalls.push(`removed ${String(row.code)}`),
  },
})
const pantry = definePlugin({ id: 'pantry', resources: [jar, lid, label] })

interface Jar {
  id: number
  version: number
  lids: { id: number }[]
}

interface AuditLine {
  verb: string
  changes: { field: string; old: unknown; new: unknown }[]
}

/** Starts a plugin with jars, lids and labels for all tests of a file; the tables are empty before each test. */
export function usePantry() {
  const app = suite([], { extra: [pantry], tables: createTablesSql([jar, lid, label]) })
  beforeEach(async () => {
    await app.it.kernel.db.run(sql`truncate jar, lid, label, jar_label, status_history, audit_log`)
    hookCalls.length = 0
  })
  let n = 0
  return {
    app,
    async make(values: object = {}): Promise<Jar> {
      const made = await app.owner.post('/api/admin/jar', { code: `J${++n}`, title: 'Jar', price: '5', ...values })
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body
    },
    read: async (id: number) => (await app.owner.get(`/api/admin/jar/${id}`)).body,
    log: (id: number) =>
      app.it.kernel.db.rows<AuditLine>(sql`select verb, changes from audit_log where resource = 'jar' and row_id = ${id} order by id`),
  }
}
