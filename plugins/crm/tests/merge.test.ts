import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { LEADS } from '../services/create-lead.ts'
import { notifyDue } from '../services/reminders.ts'

const shop = suite(['crm', 'notes'])
const at = '/api/admin/contact'
let n = 0
const made = async (path: string, body: object) => {
  const { body: row, status } = await shop.owner.post(`/api/admin/${path}`, body)
  if (status !== 201) throw new Error(JSON.stringify(row))
  return row
}
const read = async (id: number) => (await shop.owner.get(`${at}/${id}`)).body
const funnel = () => made('funnel', { title: 'Way', url: `way-${++n}` })

test('merging two contacts moves all related records and redirects the old one, and can be undone', async () => {
  const way = await funnel()
  const [red, blue] = [await made('tag', { name: 'Red' }), await made('tag', { name: 'Blue' })]
  const contact = await made('contact', { first_name: 'Ada', email: 'ada@crm.test', tags: [red.id], remark: 'First' })
  const two = await made('contact', {
    first_name: 'Ada',
    company: 'Engines',
    country_code: '852',
    phone: '5555 0177',
    tags: [red.id, blue.id],
    remark: 'Second',
  })
  const lead = await made('lead', { funnel_id: way.id, contact_id: two.id, title: 'Machine' })
  expect((await shop.owner.post(`${at}/${contact.id}/merge`, { other_id: contact.id })).status).toBe(422)
  expect((await shop.owner.post(`${at}/${contact.id}/merge`, { other_id: two.id })).status).toBe(200)
  expect(await read(contact.id)).toMatchObject({
    company: 'Engines',
    phone: '5555 0177',
    email: 'ada@crm.test',
    remark: 'First\n\nSecond',
    tags: [red.id, blue.id],
  })
  expect((await shop.owner.get(`${at}/${two.id}`)).body.id).toBe(contact.id)
  expect((await shop.owner.get(`${at}/${two.id}/now`)).body).toEqual({ id: contact.id })
  expect((await shop.owner.get(`/api/admin/lead/${lead.id}`)).body.contact_id).toBe(contact.id)
  expect((await shop.owner.get(`${at}/${contact.id}/about`)).body.merged).toMatchObject({ name: 'Ada' })
  expect((await shop.owner.post(`${at}/${contact.id}/unmerge`)).body).toEqual({ id: two.id })
  expect(await read(contact.id)).toMatchObject({ company: '', phone: null, remark: 'First', tags: [red.id] })
  expect(await read(two.id)).toMatchObject({ company: 'Engines', tags: [red.id, blue.id] })
  expect((await shop.owner.get(`/api/admin/lead/${lead.id}`)).body.contact_id).toBe(two.id)
  expect((await shop.owner.post(`${at}/${contact.id}/unmerge`)).status).toBe(422)
})

test('a merge moves the notes of both contacts to the survivor with their dates, and undoing it returns them', async () => {
  const [first, two] = [await made('contact', { first_name: 'Cy' }), await made('contact', { first_name: 'Cy' })]
  const write = (subject_id: number, body: string) => made('note', { subject: 'contact', subject_id, body })
  const listNotes = async (id: number) => (await shop.owner.get(`/api/admin/note?subject=contact&subject_id=${id}`)).body.data
  const texts = async (id: number) => (await listNotes(id)).map(({ body }: { body: string }) => body)
  await write(first.id, 'note of A')
  await write(two.id, 'note of B')
  const [{ at: written }] = await listNotes(two.id)
  expect((await shop.owner.post(`${at}/${first.id}/merge`, { other_id: two.id })).status).toBe(200)
  expect(await texts(first.id)).toEqual(['note of B', 'note of A'])
  expect((await listNotes(first.id))[0].at).toBe(written)
  await write(first.id, 'written since')
  expect((await shop.owner.post(`${at}/${first.id}/unmerge`)).status).toBe(200)
  expect([await texts(first.id), await texts(two.id)]).toEqual([['written since', 'note of A'], ['note of B']])
})

test('undoing a merge returns the email address that the survivor took over', async () => {
  const [first, two] = [await made('contact', { first_name: 'Bo' }), await made('contact', { first_name: 'Bo', email: 'bo@crm.test' })]
  await shop.owner.post(`${at}/${first.id}/merge`, { other_id: two.id })
  expect(await read(first.id)).toMatchObject({ email: 'bo@crm.test', person_id: two.person_id })
  expect((await shop.owner.post(`${at}/${first.id}/unmerge`)).status).toBe(200)
  expect([(await read(first.id)).email, (await read(two.id)).email]).toEqual([null, 'bo@crm.test'])
})

test('merging two persons merges their contacts', async () => {
  const [first, two] = [
    await made('contact', { first_name: 'Cy', email: 'cy@crm.test' }),
    await made('contact', { first_name: 'Cy', email: 'cyrus@crm.test' }),
  ]
  expect((await shop.owner.post(`/api/admin/person/${first.person_id}/merge`, { other_id: two.person_id })).status).toBe(200)
  await shop.it.jobs()
  expect((await shop.owner.get(`${at}/${two.id}/now`)).body).toEqual({ id: first.id })
})

test('a returning lead is matched by email address, keeps the known contact data, and gets an owner', async () => {
  const way = await funnel()
  const take = (first_name: string) =>
    shop.it.kernel.transaction((tx) =>
      shop.it.kernel.get(LEADS).create(tx, {
        ...{ funnel_id: way.id, first_name, last_name: '', email: 'Dee@crm.test', country_code: null, phone: null },
        ...{ spoken_language: null, source: 'website', source_detail: 'the page on tea', title: '' },
      }),
    )
  const [first, second] = [await take('Dee'), await take('Somebody else')]
  const [a, b] = [(await shop.owner.get(`/api/admin/lead/${first}`)).body, (await shop.owner.get(`/api/admin/lead/${second}`)).body]
  expect(a).toMatchObject({ title: 'Dee', source: 'website', contact_name: 'Dee', owner_id: expect.any(Number) })
  expect(b.contact_id).toBe(a.contact_id)
})

test('a reminder notifies its recipient once, and again after it is rescheduled', async () => {
  const contact = await made('contact', {
    first_name: 'Eve',
    reminders: [{ remind_at: '2020-01-01T00:00:00.000Z', text: 'Call about oolong' }],
  })
  const notices = async () =>
    (await shop.owner.get('/api/admin/notice')).body.data.filter((row: { text: string }) => row.text.includes('Call about oolong')).length
  await notifyDue(shop.it.ctx)
  await notifyDue(shop.it.ctx)
  expect(await notices()).toBe(1)
  const [reminder] = (await read(contact.id)).reminders
  await shop.owner.put(`${at}/${contact.id}`, { reminders: [{ ...reminder, remind_at: '2020-01-02T00:00:00.000Z' }] })
  await notifyDue(shop.it.ctx)
  expect(await notices()).toBe(2)
  await shop.it.kernel.db.run(sql`update crm_reminder set done = true`)
})
