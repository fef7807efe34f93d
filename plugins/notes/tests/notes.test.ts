import { expect, test } from 'vitest'
import { account, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { cases, caseTables, createMatter, person, read, seeing, upload, write, writing } from './matter-fixture.ts'

const shop = suite(['notes'], { extra: [cases], tables: caseTables })
const createPerson = (rights: readonly string[] = seeing) => person(shop.it, rights)

test('a note is visible to everybody who can read the row, newest first, with its line breaks', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  const made = await write(kim.client, id, { body: 'First\r\n\r\nsecond' })
  expect([made.status, made.body.body, made.body.author, made.body.own]).toEqual([201, 'First\n\nsecond', kim.name, true])
  await write(lee.client, id, { body: 'Later' })
  const { body } = await read(lee.client, id)
  expect(body.data.map((note: { body: string }) => note.body)).toEqual(['Later', 'First\n\nsecond'])
  expect(body).toMatchObject({
    next: null,
    may_write: true,
    data: [
      { own: true, may_change: true },
      { own: false, may_change: false, may_remove: false },
    ],
  })
})

test('a row without permission, out of scope, deleted or without notes is not found', async () => {
  const kim = await createPerson(writing)
  const id = await createMatter(kim.client)
  await write(kim.client, id, { body: 'Mine' })
  const blind = await createPerson(['create note'])
  const outside = await createPerson(writing)
  for (const { client } of [blind, outside]) {
    expect((await read(client, id)).status).toBe(404)
    expect((await write(client, id, { body: 'Hello' })).status).toBe(404)
    expect((await client.get(`/api/admin/note/colleagues?subject=matter&subject_id=${id}`)).status).toBe(404)
  }
  expect((await read(shop.guest, id)).status).toBe(401)
  expect((await read(kim.client, 999_999)).status).toBe(404)
  const bare = (await shop.owner.post('/api/admin/bare', { title: 'No notes' })).body.id
  expect((await shop.owner.post('/api/admin/note', { subject: 'bare', subject_id: bare, body: 'x' })).status).toBe(404)
  expect((await shop.owner.post('/api/admin/note', { subject: 'role', subject_id: 1, body: 'x' })).status).toBe(404)
  await shop.owner.delete(`/api/admin/matter/${id}`)
  expect((await read(kim.client, id)).status).toBe(404)
  expect((await write(kim.client, id, { body: 'Too late' })).status).toBe(404)
})

test('staff who can read the row but not write notes can only read them', async () => {
  const reader = await createPerson(['get matter', 'see all matter'])
  const id = await createMatter(shop.owner)
  await write(shop.owner, id, { body: 'For all' })
  expect((await read(reader.client, id)).body).toMatchObject({ may_write: false, data: [{ body: 'For all', may_remove: false }] })
  expect((await write(reader.client, id, { body: 'Me too' })).status).toBe(403)
})

test('only its author can edit a note, and a stale edit is rejected', async () => {
  const [kim, lee] = [await createPerson(), await createPerson([...seeing, 'destroy note'])]
  const id = await createMatter(kim.client)
  const { body: note } = await write(kim.client, id, { body: 'Before' })
  expect((await lee.client.put(`/api/admin/note/${note.id}`, { body: 'Not mine' })).status).toBe(403)
  const changed = await kim.client.put(`/api/admin/note/${note.id}`, { body: 'After', version: note.version })
  expect(changed.body).toMatchObject({ body: 'After', version: note.version + 1 })
  expect(changed.body.edited_at).not.toBeNull()
  expect((await kim.client.put(`/api/admin/note/${note.id}`, { body: 'Stale', version: note.version })).status).toBe(409)
  const same = await kim.client.put(`/api/admin/note/${note.id}`, { body: 'After' })
  expect(same.body.version).toBe(note.version + 1)
})

test('a deleted note shows when and by whom, and not its content', async () => {
  const [kim, lee, boss] = [await createPerson(), await createPerson(), await createPerson([...seeing, 'destroy note'])]
  const id = await createMatter(kim.client)
  const file = await upload(kim.client)
  const { body: note } = await write(kim.client, id, { body: 'A secret word', files: [file], mentions: [lee.id] })
  expect((await lee.client.delete(`/api/admin/note/${note.id}`)).status).toBe(403)
  expect((await boss.client.delete(`/api/admin/note/${note.id}`)).status).toBe(200)
  const { body } = await read(kim.client, id)
  expect(body.data).toMatchObject([{ body: '', files: [], mentions: [], removed: { by: boss.name }, may_change: false, may_remove: false }])
  expect((await kim.client.get(note.files[0].url)).status).toBe(404)
  expect((await kim.client.put(`/api/admin/note/${note.id}`, { body: 'Back' })).status).toBe(404)
  expect((await kim.client.delete(`/api/admin/note/${note.id}`)).status).toBe(404)
  expect((await lee.client.get('/api/admin/notice')).body.data).toEqual([])
  const log = await shop.it.kernel.db.rows(
    sql`select verb, changes from audit_log where resource = 'note' and row_id = ${note.id} order by id`,
  )
  expect(log).toEqual([
    { verb: 'create', changes: [] },
    { verb: 'destroy', changes: [] },
  ])
})

test('a file can be read by everybody who can read the row, and by nobody else', async () => {
  const [kim, lee, outside] = [await createPerson(writing), await createPerson(), await createPerson(writing)]
  const id = await createMatter(kim.client)
  const made = await write(kim.client, id, { body: '', files: [await upload(kim.client, 'plan.txt')] })
  expect(made.body.files).toMatchObject([{ name: 'plan.txt', mime: 'text/plain', size: 19, thumbnail: null }])
  const { url } = made.body.files[0]
  expect((await lee.client.get(url)).body).toBe('where the pipe runs')
  expect((await outside.client.get(url)).status).toBe(404)
  expect((await (await createPerson(['create note'])).client.get(url)).status).toBe(404)
  expect((await shop.guest.get(url)).status).toBe(401)
})

test('files of other people, of other notes and unknown files are rejected with the same message', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  const fileId = await upload(kim.client)
  expect((await write(kim.client, id, { body: 'first', files: [fileId] })).status).toBe(201)
  const strange = [await upload(lee.client), fileId, 9_999_999]
  for (const file of strange) {
    const answer = await write(kim.client, id, { body: 'x', files: [file] })
    expect(answer.status).toBe(422)
    expect(Object.values(answer.body.messages)).toEqual([['This no longer exists.']])
    expect(Object.keys(answer.body.messages)[0]).toMatch(/^files\.0/)
  }
  expect((await write(kim.client, id, { body: 'x', files: Array.from({ length: 11 }, (_, i) => i + 1) })).body.messages).toHaveProperty(
    'files',
  )
})

test('an edit keeps the files it names, adds new ones and removes the others', async () => {
  const kim = await createPerson()
  const id = await createMatter(kim.client)
  const [a, b, c] = [await upload(kim.client, 'a.txt'), await upload(kim.client, 'b.txt'), await upload(kim.client, 'c.txt')]
  const { body: note } = await write(kim.client, id, { body: 'files', files: [a, b] })
  const { body } = await kim.client.put(`/api/admin/note/${note.id}`, { body: 'files', files: [b, c] })
  expect(body.files.map((file: { name: string }) => file.name)).toEqual(['b.txt', 'c.txt'])
  expect((await kim.client.get(note.files[0].url)).status).toBe(404)
  expect((await kim.client.get(note.files[1].url)).status).toBe(200)
})

test('four thousand characters are accepted, ten thousand rejected by field, and so is an empty note', async () => {
  const id = await createMatter(shop.owner)
  expect((await write(shop.owner, id, { body: '茶'.repeat(4_000) })).status).toBe(201)
  expect((await write(shop.owner, id, { body: 'x'.repeat(10_000) })).body.messages).toHaveProperty('body')
  for (const body of ['', '  \n ', '\u202E\u2066'])
    expect((await write(shop.owner, id, { body })).body.messages).toEqual({ body: ['This field is required.'] })
})

test('bidirectional control characters are removed, and HTML stays plain text', async () => {
  const id = await createMatter(shop.owner)
  const body = '<script>alert(1)</script> <b>שלום</b> \u202Egnp.exe\u2066 ok\u0007'
  expect((await write(shop.owner, id, { body })).body.body).toBe('<script>alert(1)</script> <b>שלום</b> gnp.exe ok')
})

test('two concurrent identical requests create one note', async () => {
  const id = await createMatter(shop.owner)
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => write(shop.owner, id, { body: 'Once' }, { 'idempotency-key': 'note-once-1' })),
  )
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(sent.map((response) => response.body.id)).size).toBe(1)
  expect((await read(shop.owner, id)).body.data).toHaveLength(1)
})

test('a file claimed by two notes at once goes to one of them', async () => {
  const kim = await createPerson()
  const id = await createMatter(kim.client)
  const file = await upload(kim.client)
  const sent = await Promise.all([1, 2, 3].map((n) => write(kim.client, id, { body: `note ${n}`, files: [file] })))
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 422, 422])
})

test('older notes are paginated without duplicates', async () => {
  const id = await createMatter(shop.owner)
  for (let n = 0; n < 45; n++) await write(shop.owner, id, { body: `n${n}` })
  const bodies: string[] = []
  let next: number | null = null
  do {
    const { body } = await read(shop.owner, id, next === null ? '' : `&after=${next}`)
    bodies.push(...body.data.map((note: { body: string }) => note.body))
    next = body.next
  } while (next !== null)
  expect(bodies).toEqual(Array.from({ length: 45 }, (_, i) => `n${44 - i}`))
})

test('a note keeps the name of its author after the account was deleted', async () => {
  const kim = await createPerson()
  const id = await createMatter(shop.owner)
  await write(kim.client, id, { body: 'I was here' })
  await shop.it.kernel.transaction((tx) => tx.query(account).deleteById(kim.id))
  expect((await read(shop.owner, id)).body.data).toMatchObject([{ author: kim.name, body: 'I was here', own: false }])
})

test('the nightly job deletes notes and files of deleted rows, and keeps those of soft-deleted rows', async () => {
  const kim = await createPerson()
  const [deletedMatter, marked] = [await createMatter(kim.client), await createMatter(kim.client)]
  const { body: note } = await write(kim.client, deletedMatter, { body: 'lost', files: [await upload(kim.client)] })
  await write(kim.client, marked, { body: 'kept' })
  const { db } = shop.it.kernel
  await db.run(sql`delete from matter where id = ${deletedMatter}`)
  await shop.owner.delete(`/api/admin/matter/${marked}`)
  await shop.it.clock('notes/sweep')
  expect(await db.rows(sql`select subject_id from note where subject_id in (${deletedMatter}, ${marked})`)).toEqual([
    { subject_id: marked },
  ])
  expect(await db.one(sql`select 1 from file where id = ${note.files[0].id}`)).toBeUndefined()
})

test('the audit log shows notes only on rows the reader can see', async () => {
  const [kim, lee] = [await createPerson([...writing, 'get audit log']), await createPerson([...writing, 'get audit log'])]
  const id = await createMatter(kim.client)
  const { body: note } = await write(kim.client, id, { body: 'Mine' })
  const lines = async (reader: typeof kim) =>
    (await reader.client.get(`/api/admin/audit_log?resource=note&row_id=${note.id}`)).body.data.map((line: { verb: string }) => line.verb)
  expect(await lines(kim)).toEqual(['create'])
  expect(await lines(lee)).toEqual([])
})
