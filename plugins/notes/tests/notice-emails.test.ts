import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { NOTICES } from '../index.ts'
import { cases, caseTables, createMatter, person, type Person, seeing, write, writing } from './matter-fixture.ts'

/** Notices to staff: language, inbox and emails. */
const shop = suite(['notes', 'staff'], { extra: [cases], tables: caseTables })
const createPerson = (permissions: readonly string[] = seeing) => person(shop.it, permissions)
const db = () => shop.it.kernel.db
const mailsTo = async ({ name }: Person) => {
  await shop.it.jobs()
  return db().rows<{ subject: string; text_body: string }>(
    sql`select m.subject, m.text_body from mail m join account a on a.email = m.recipient where a.name = ${name} order by m.id`,
  )
}
const inbox = async ({ client }: Person, more = '') => (await client.get(`/api/admin/notice${more}`)).body
const wantsMail = (recipient: Person, language = 'en-US') =>
  recipient.client.put('/api/admin/notice/mail', { by_mail: true }, { cookie: `admin_language=${language}` })

test('a notice is emailed in the language used when email was enabled, and in another after it is enabled in that', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client, 'Leak')
  await wantsMail(lee, 'zh-HK')
  await write(kim.client, id, { body: 'x', mentions: [lee.id] })
  const [first] = await mailsTo(lee)
  await wantsMail(lee, 'en-US')
  await write(kim.client, id, { body: 'y', mentions: [lee.id] })
  const [, second] = await mailsTo(lee)
  expect(first?.subject).toMatch(/\p{Script=Han}/u)
  expect(second?.subject).not.toMatch(/\p{Script=Han}/u)
  for (const mail of [first, second]) {
    expect(mail?.subject).toContain(kim.name)
    expect(mail?.text_body).toContain('/admin/notice')
  }
})

test('whoever can no longer read the row when the mail is sent gets no details, and a deleted account gets none', async () => {
  const [kim, lee, may] = [await createPerson(), await createPerson(), await createPerson()]
  const id = await createMatter(kim.client, 'A secret leak')
  for (const recipient of [lee, may]) await wantsMail(recipient)
  await write(kim.client, id, { body: 'x', mentions: [lee.id, may.id] })
  await db().run(sql`update role set permission_list = '{}' where id = (select role_id from account where id = ${lee.id})`)
  await db().run(sql`update account set enabled = false where id = ${may.id}`)
  const mails = await mailsTo(lee)
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toContain('secret')
  expect(await mailsTo(may)).toEqual([])
})

test('a subject of a mail is one line, whatever the row is called', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client, 'x')
  await db().run(sql`update matter set title = E'Leak\r\nBcc: all@shop.test' where id = ${id}`)
  await wantsMail(lee)
  await write(kim.client, id, { body: 'x', mentions: [lee.id] })
  const [mail] = await mailsTo(lee)
  expect(mail?.subject).toContain('Leak')
  expect(mail?.subject).not.toMatch(/[\r\n]/)
})

test('notices are paginated without duplicates, fifty at a time at most', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  const { kernel } = shop.it
  for (let i = 0; i < 5; i++)
    await kernel.transaction((tx) =>
      kernel.get(NOTICES).notify(tx, {
        kind: 'asked',
        to: [lee.id],
        about: { subject: 'matter', subject_id: id },
        actor: { kind: 'system', name: 'x' } as never,
      }),
    )
  const first = await inbox(lee, '?limit=2')
  const second = await inbox(lee, `?limit=2&after=${first.next}`)
  const third = await inbox(lee, `?limit=2&after=${second.next}`)
  const ids = [first, second, third].flatMap(({ data }) => data.map((notice: { id: number }) => notice.id))
  expect(new Set(ids).size).toBe(5)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
  expect([third.data.length, third.next]).toEqual([1, null])
  // A page that is exactly full has no next page.
  expect((await inbox(lee, '?limit=5')).next).toBeNull()
  expect((await lee.client.get('/api/admin/notice?limit=51')).status).toBe(422)
})

test('more than ninety-nine unread notices are not counted exactly', async () => {
  const lee = await createPerson()
  const unread = async () => (await lee.client.get('/api/admin/notice/count')).body.unread
  const add = (n: number) =>
    db().run(sql`insert into notice (account_id, kind, who) select ${lee.id}, 'asked', '' from generate_series(1, ${n}::int)`)
  await add(99)
  expect(await unread()).toBe(99)
  await add(40)
  expect(await unread()).toBe(100)
})

test('a notice with a key can be withdrawn until it is read', async () => {
  const [lee, may] = [await createPerson(), await createPerson()]
  const { kernel } = shop.it
  const notices = kernel.get(NOTICES)
  const actor = { kind: 'system', name: 'x' } as never
  await kernel.transaction((tx) => notices.notify(tx, { kind: 'asked', to: [lee.id, may.id, lee.id, 999_999], actor, key: 'once' }))
  await kernel.transaction((tx) => notices.notify(tx, { kind: 'asked', to: [lee.id], actor, key: 'once' }))
  const { data } = await inbox(lee)
  expect(data).toHaveLength(1)
  await lee.client.post('/api/admin/notice/read', { ids: [data[0].id] })
  await kernel.transaction((tx) => notices.withdraw(tx, 'asked', 'once'))
  expect([(await inbox(lee)).data.length, (await inbox(may)).data.length]).toEqual([1, 0])
  await expect(kernel.transaction((tx) => notices.notify(tx, { kind: 'nonsense', to: [lee.id], actor }))).rejects.toThrow(
    'no plugin contributes "nonsense"',
  )
})

test('colleagues are found by any part of their name, with literal wildcard characters, and without oneself', async () => {
  const [kim, odd] = [await createPerson(), await createPerson(seeing)]
  const id = await createMatter(kim.client)
  await db().run(sql`update account set name = 'Ann 100%_sure' where id = ${odd.id}`)
  const found = async (q: string) =>
    (await kim.client.get(`/api/admin/note/colleagues?subject=matter&subject_id=${id}&q=${encodeURIComponent(q)}`)).body.data
  expect(await found('100%_SURE')).toEqual([{ id: odd.id, name: 'Ann 100%_sure' }])
  expect(await found('%nobody%')).toEqual([])
  expect((await found(kim.name)).map((row: { id: number }) => row.id)).not.toContain(kim.id)
})

test('staff limited to their own rows add notes to those, and not to another row by its id', async () => {
  const [kim, other] = [await createPerson(writing), await createPerson(writing)]
  const id = await createMatter(kim.client)
  expect((await write(kim.client, id, { body: 'mine' })).status).toBe(201)
  expect((await write(other.client, id, { body: 'theirs' })).status).toBe(404)
})
