import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { writing } from './writing.ts'

/** Merging two contacts of one person, and undoing the merge. */
const shop = suite(['crm'])
const { change, contact, funnel, made, read } = writing(shop)
const db = () => shop.it.kernel.db
const merge = (into: number, other: number, by = shop.owner) => by.post(`/api/admin/contact/${into}/merge`, { other_id: other })
const unmerge = (id: number) => shop.owner.post(`/api/admin/contact/${id}/unmerge`)
const two = async (first: object, second: object) => {
  const [survivor, other] = [await contact(first), await contact(second)]
  expect((await merge(survivor.id, other.id)).status).toBe(200)
  return { survivor: survivor.id as number, other: other.id as number }
}

test('the survivor keeps its values, and empty ones are filled from the other contact', async () => {
  const { survivor } = await two(
    { first_name: 'Ada', company: 'Own', email: null, country: 'HKG', remark: '' },
    {
      first_name: 'Adah',
      company: 'Other',
      job_title: 'Buyer',
      email: 'ada@merged.test',
      country: 'TWN',
      country_code: '852',
      phone: '5555 0170',
      spoken_language: 'zh-HK',
      remark: 'Likes oolong',
    },
  )
  expect(await read(`contact/${survivor}`)).toMatchObject({
    first_name: 'Ada',
    name: 'Ada',
    company: 'Own',
    job_title: 'Buyer',
    email: 'ada@merged.test',
    country: 'HKG',
    phone: '5555 0170',
    phone_norm: '85255550170',
    spoken_language: 'zh-HK',
    remark: 'Likes oolong',
  })
})

test('undoing a merge keeps later edits by staff and removes values that the merge set', async () => {
  const { survivor, other } = await two(
    { email: null, company: '', job_title: '', remark: 'First' },
    { email: 'since@merged.test', company: 'Engines', job_title: 'Clerk', country_code: '852', phone: '5555 0171', remark: 'Second' },
  )
  await change(`contact/${survivor}`, { company: 'Looms', email: 'new@merged.test', remark: 'First\n\nSecond\n\nCalled in March' })
  expect((await unmerge(survivor)).status).toBe(200)
  expect(await read(`contact/${survivor}`)).toMatchObject({
    company: 'Looms',
    email: 'new@merged.test',
    job_title: '',
    phone: null,
    remark: 'First\n\nSecond\n\nCalled in March',
  })
  expect(await read(`contact/${other}`)).toMatchObject({
    company: 'Engines',
    email: 'since@merged.test',
    phone: '5555 0171',
    remark: 'Second',
  })
})

test('leads and groups changed after the merge stay, and all others return to their contact', async () => {
  const way = await funnel()
  const group = await made('group', { name: 'Merged' })
  const [survivor, other, third] = [await contact(), await contact({ groups: [group.id] }), await contact()]
  const lead = (contact_id: number, title: string) => made('lead', { funnel_id: way.id, contact_id, title })
  const [ownLead, theirs, moved] = [await lead(survivor.id, 'Own'), await lead(other.id, 'Theirs'), await lead(other.id, 'Moved')]
  await merge(survivor.id, other.id)
  const since = await lead(survivor.id, 'Since')
  await change(`lead/${moved.id}`, { contact_id: third.id })
  expect((await read(`contact/${survivor.id}`)).groups).toEqual([group.id])
  await unmerge(survivor.id)
  const getContactId = async (id: number) => (await read(`lead/${id}`)).contact_id
  expect([
    await getContactId(ownLead.id),
    await getContactId(theirs.id),
    await getContactId(moved.id),
    await getContactId(since.id),
  ]).toEqual([survivor.id, other.id, third.id, survivor.id])
  expect([(await read(`contact/${survivor.id}`)).groups, (await read(`contact/${other.id}`)).groups]).toEqual([[], [group.id]])
})

test('merges can be undone for thirty days, newest first, each once', async () => {
  const [survivor, a, b] = [await contact(), await contact(), await contact()]
  for (const other of [a, b]) expect((await merge(survivor.id, other.id)).status).toBe(200)
  expect((await unmerge(survivor.id)).body).toEqual({ id: b.id })
  expect((await unmerge(survivor.id)).body).toEqual({ id: a.id })
  expect((await unmerge(survivor.id)).status).toBe(422)
  await merge(survivor.id, a.id)
  const ago = (time: string) =>
    db().run(sql`update crm_contact_merge set merged_at = now() - ${time}::interval where survivor_id = ${survivor.id}`)
  await ago('30 days 1 second')
  expect((await unmerge(survivor.id)).status).toBe(422)
  expect((await read(`contact/${survivor.id}/about`)).merged).toBeNull()
  await ago('29 days 23 hours')
  expect((await read(`contact/${survivor.id}/about`)).merged).toMatchObject({ name: a.name })
  expect((await unmerge(survivor.id)).body).toEqual({ id: a.id })
})

test('the id of a merged contact resolves through several merges to the surviving one', async () => {
  const [last, middle, first] = [await contact(), await contact(), await contact()]
  await merge(middle.id, first.id)
  await merge(last.id, middle.id)
  for (const { id } of [first, middle, last]) {
    expect(await read(`contact/${id}/now`)).toEqual({ id: last.id })
    expect(await read(`contact/${id}`)).toMatchObject({ id: last.id, name: last.name })
  }
  expect((await shop.owner.get('/api/admin/contact/999999')).status).toBe(404)
  expect((await shop.owner.get('/api/admin/contact/999999/now')).status).toBe(404)
  // A merged contact cannot be changed, merged or unmerged again.
  expect((await shop.owner.put(`/api/admin/contact/${first.id}`, { company: 'x' })).status).toBe(404)
  expect((await merge(first.id, last.id)).status).toBe(404)
  expect((await merge(last.id, first.id)).status).toBe(422)
  expect((await unmerge(middle.id)).status).toBe(404)
})

test('merging requires its permission, and of two concurrent merges in both directions one succeeds', async () => {
  const clerk = await shop.it.staff(['get contact', 'update contact', 'see all lead'])
  const [survivor, other] = [await contact(), await contact()]
  expect((await merge(survivor.id, other.id, clerk)).status).toBe(403)
  const both = await Promise.all([merge(survivor.id, other.id), merge(other.id, survivor.id)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await db().rows(sql`select id from crm_contact where id in (${survivor.id}, ${other.id}) and merged_into_id is null`)
  expect(left).toHaveLength(1)
})
