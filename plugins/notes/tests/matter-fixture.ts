import { definePlugin, defineResource, f, contribute, ownRowsScope } from 'stoa'
import { toFormData } from 'stoa/testing'
import type { Client, TestApp } from '../../../tests/support/app.ts'
import { NOTE_SUBJECTS, NOTICE_KINDS } from '../index.ts'

/** Records that only their owner sees, with soft delete. */
const matter = defineResource({
  name: 'matter',
  scope: ownRowsScope('owner_id', { all: 'see all matter' }),
  softDelete: true,
  fields: { title: f.text({ maxLength: 100 }), owner_id: f.maybe(f.one('account')) },
})

/** A resource without notes. */
const bare = defineResource({ name: 'bare', fields: { title: f.text() } })

/** A plugin whose records have notes, as a third-party plugin defines it. */
export const cases = definePlugin({
  id: 'cases',
  after: ['notes'],
  resources: [matter, bare],
  permissions: ['see all matter'],
  contributions: [contribute(NOTE_SUBJECTS, 'matter', { of: matter }), contribute(NOTICE_KINDS, 'asked', { text: 'notes:notice.other' })],
})

const baseColumns = `ext jsonb not null default '{}', created_at timestamptz not null default now(), updated_at timestamptz not null default now()`

export const caseTables = `
  create table matter (id bigint generated always as identity primary key, title text not null, owner_id bigint references account,
    deleted_at timestamptz, ${baseColumns});
  create table bare (id bigint generated always as identity primary key, title text not null, ${baseColumns})`

/** Permissions to read one's own matters and write notes on them. */
export const writing = ['get matter', 'create matter', 'create note', 'create upload']
/** The same permissions for the matters of all owners. */
export const seeing = [...writing, 'see all matter']

/** A member of staff with account id and name. */
export interface Person {
  client: Client
  id: number
  name: string
}

/** Creates a member of staff with exactly these permissions. */
export async function person(it: TestApp, permissions: readonly string[]): Promise<Person> {
  const client = await it.staff(permissions)
  const { body } = await client.get('/api/admin')
  return { client, id: body.id, name: body.name }
}

/** Creates a matter of the calling member of staff. */
export const createMatter = async (client: Client, title = 'A leak'): Promise<number> =>
  (await client.post('/api/admin/matter', { title })).body.id

export const write = (client: Client, id: number, note: object, headers?: Record<string, string>) =>
  client.post('/api/admin/note', { subject: 'matter', subject_id: id, body: '', ...note }, headers)

export const read = (client: Client, id: number, more = '') => client.get(`/api/admin/note?subject=matter&subject_id=${id}${more}`)

export async function upload(client: Client, name = 'plan.txt', words = 'where the pipe runs'): Promise<number> {
  const { body } = await client.post('/api/admin/upload', toFormData({ file: new File([words], name), type: 'file', private: 'true' }))
  return body.id
}
