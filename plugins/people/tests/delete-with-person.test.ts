import { expect, test } from 'vitest'
import { defineResource, definePlugin, f, contribute, sql } from 'stoa'
import { toFormData, suite } from 'stoa/testing'
import { DIRECTORY, createDeletionHandler, PERSONAL_DATA } from '../index.ts'

const lent = defineResource({
  name: 'lent_key',
  label: 'name',
  fields: {
    name: f.text(),
    email: f.email(),
    price: f.money({ default: '0.00' }),
    remark: f.text({ default: '' }),
    code: f.maybe(f.sealed()),
    paper: f.maybe(f.privateFile()),
  },
})
const plugin = definePlugin({
  id: 'lent',
  requires: ['people'],
  resources: [lent],
  contributions: [
    contribute(PERSONAL_DATA, 'lent', createDeletionHandler(lent, { by: { email: 'email' }, fields: ['name', 'price', 'code'] })),
  ],
})
const shop = suite(['people'], {
  extra: [plugin],
  tables: `create table lent_key (id bigint generated always as identity primary key, name text not null, email text not null,
    price_minor bigint not null, remark text not null, code text, paper bigint references file, ext jsonb not null default '{}',
    created_at timestamptz not null default now(), updated_at timestamptz not null default now())`,
})
const words = async () =>
  JSON.stringify(await shop.it.kernel.db.rows(sql`select to_jsonb(t) as row from audit_log t where resource = 'lent_key'`))

test('rows keyed by email address are exported without secrets and staff remarks, and deleted with the person', async () => {
  const private_file = toFormData({ type: 'file', private: 'true', file: new File(['%PDF-1.4 a paper'], 'passport.pdf') })
  const fileId = (await shop.owner.post('/api/admin/upload', private_file)).body.id
  const mine = { name: 'Zephyrine', email: 'Zephyrine@shop.test', price: '12.50', remark: 'comes late', code: '4711', paper: fileId }
  const { body: row } = await shop.owner.post('/api/admin/lent_key', mine)
  const { body: other } = await shop.owner.post('/api/admin/lent_key', { name: 'Kim', email: 'kim@shop.test' })
  const guest = { email: 'zephyrine@shop.test', first_name: 'Zephyrine', last_name: '' }
  const person = await shop.it.kernel.transaction((tx) => shop.it.kernel.get(DIRECTORY).findOrCreatePerson(tx, guest))
  const { body: exported } = await shop.owner.get(`/api/admin/person/${person}/personal-data`)
  expect(exported.data.lent).toEqual({ lent_key: [{ id: row.id, created_at: expect.any(String), name: 'Zephyrine', price: '12.50' }] })
  expect(await words()).toContain('Zephyrine')

  const erased = await shop.owner.post(`/api/admin/person/${person}/erase`, { confirmation: String(person) })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect((await shop.owner.get('/api/admin/lent_key')).body.data).toMatchObject([{ id: other.id }])
  expect(await shop.it.kernel.db.rows(sql`select id from file where id = ${fileId}`)).toEqual([])
  expect(await words()).not.toMatch(/Zephyrine|passport/)
})

test('resources whose rows cannot be deleted with a person are rejected at startup', () => {
  expect(() => createDeletionHandler(lent, { by: {}, fields: [] })).toThrow('identifies the person')
  const marked = defineResource({ name: 'marked', softDelete: true, fields: { email: f.email() } })
  expect(() => createDeletionHandler(marked, { by: { email: 'email' }, fields: [] })).toThrow('uses soft delete')
})
