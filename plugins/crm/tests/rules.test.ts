import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { getRankBetween, CLOSEST } from '../domain/rank.ts'
import { sources, getStatus, isWorkedOn } from '../domain/sources.ts'

/** Validation of contacts, leads and reminders. */
const shop = suite(['crm', 'notes'])
const db = () => shop.it.kernel.db
const made = async (resource: string, input: object, by: Client = shop.owner) => {
  const { status, body } = await by.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const put = (resource: string, id: number, input: object, by: Client = shop.owner) => by.put(`/api/admin/${resource}/${id}`, input)
const wrong = async (resource: string, input: object) => {
  const { status, body } = await shop.owner.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(422)
  return Object.keys(body.messages)
}
let n = 0
const createFunnel = async (more: object = {}) => {
  const funnel = await made('funnel', { title: `Funnel ${++n}`, url: `funnel-${n}`, ...more })
  const stages = (await shop.owner.get(`/api/admin/funnel/${funnel.id}`)).body.stages as { id: number; kind: string }[]
  return { id: funnel.id as number, stages }
}

test('a card between two others gets a rank between theirs, or none if they are too close', () => {
  const place = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(place, place, (a, b) => {
      const [above, below] = [Math.max(a, b), Math.min(a, b)]
      const found = getRankBetween(above, below)
      if (above - below < CLOSEST) expect(found).toBeUndefined()
      else {
        expect(found).toBeGreaterThan(below)
        expect(found).toBeLessThan(above)
      }
      expect(getRankBetween(null, below)).toBeGreaterThan(below)
      expect(getRankBetween(above, null)).toBeLessThan(above)
    }),
  )
  expect(getRankBetween(null, null)).toBe(1)
})

test('the status of a lead follows the kind of its stage, and an open lead is to do only while new', () => {
  expect([getStatus('won', true), getStatus('lost', true), getStatus('open', true), getStatus('open', false)]).toEqual([
    'completed',
    'canceled',
    'to_do',
    'process',
  ])
  expect(isWorkedOn.includes(getStatus('open', true)) && isWorkedOn.includes(getStatus('open', false))).toBe(true)
  expect(new Set(sources).size).toBe(sources.length)
})

test('stage values are validated, and a funnel URL must be unique', async () => {
  const stages = (more: object) => ({ title: 'x', url: 'bounded', stages: [{ title: 'One', kind: 'open', ...more }] })
  expect(await wrong('funnel', stages({ probability: 101 }))).toEqual(['stages.0.probability'])
  expect(await wrong('funnel', stages({ probability: -1 }))).toEqual(['stages.0.probability'])
  expect(await wrong('funnel', stages({ rot_days: 0 }))).toEqual(['stages.0.rot_days'])
  expect(await wrong('funnel', stages({ kind: 'maybe' }))).toEqual(['stages.0.kind'])
  await made('funnel', { title: 'x', url: 'bounded' })
  expect(await wrong('funnel', { title: 'y', url: 'bounded' })).toEqual(['url'])
})

test('a funnel is published from draft or disabled, disabled when published, and cannot repeat a transition', async () => {
  const { id } = await createFunnel()
  const move = async (name: string) => (await shop.owner.post(`/api/admin/funnel/${id}/${name}`)).status
  expect([await move('disable'), await move('publish'), await move('publish'), await move('disable'), await move('publish')]).toEqual([
    409, 200, 409, 200, 200,
  ])
})

test('a lead has a fixed number, and a title: its own, that of its contact, else the number', async () => {
  const { id: funnel_id } = await createFunnel()
  const contact = await made('contact', { first_name: 'May', last_name: 'Li' })
  const named = await made('lead', { funnel_id, title: ' Wedding ', contact_id: contact.id })
  const called = await made('lead', { funnel_id, contact_id: contact.id })
  const bare = await made('lead', { funnel_id })
  expect([named.title, called.title, bare.title]).toEqual(['Wedding', 'May Li', bare.number])
  expect(bare.number).toMatch(/^L\d{6}$/)
  await put('lead', named.id, { number: 'L999999', title: 'Other' })
  expect((await shop.owner.get(`/api/admin/lead/${named.id}`)).body).toMatchObject({ number: named.number, title: 'Other' })
})

test('reopening a lost lead clears the lost reason, and a lost lead cannot drop it', async () => {
  const funnel = await createFunnel()
  const [open, lost] = ['open', 'lost'].map((kind) => funnel.stages.find((stage) => stage.kind === kind)?.id)
  const { id } = await made('lead', { funnel_id: funnel.id })
  expect((await put('lead', id, { stage_id: lost })).body.messages).toHaveProperty('lost_reason')
  expect((await put('lead', id, { stage_id: lost, lost_reason: 'other', lost_note: '  ' })).body.messages).toHaveProperty('lost_note')
  expect((await put('lead', id, { stage_id: lost, lost_reason: 'price' })).status).toBe(200)
  expect((await put('lead', id, { lost_reason: null })).body.messages).toHaveProperty('lost_reason')
  expect((await put('lead', id, { lost_reason: 'other' })).body.messages).toHaveProperty('lost_note')
  const closed = (await shop.owner.get(`/api/admin/lead/${id}`)).body
  expect([closed.status, closed.closed_at !== null, closed.rots_at]).toEqual(['canceled', true, null])
  await put('lead', id, { stage_id: open })
  expect((await shop.owner.get(`/api/admin/lead/${id}`)).body).toMatchObject({
    status: 'process',
    lost_reason: null,
    lost_note: '',
    closed_at: null,
  })
})

test('a lead keeps its stage when none is sent, and sending the same stage does not reset its time', async () => {
  const funnel = await createFunnel()
  const { id, stage_id } = await made('lead', { funnel_id: funnel.id })
  await db().run(sql`update crm_lead set stage_since = now() - interval '2 days' where id = ${id}`)
  const before = (await shop.owner.get(`/api/admin/lead/${id}`)).body
  await put('lead', id, { stage_id: null, title: 'x' })
  await put('lead', id, { stage_id })
  const after = (await shop.owner.get(`/api/admin/lead/${id}`)).body
  expect([after.stage_id, after.stage_since, after.status]).toEqual([stage_id, before.stage_since, 'to_do'])
  expect(await db().rows(sql`select 1 from crm_stage_move where lead_id = ${id}`)).toHaveLength(1)
})

test('emptying a stage moves its leads to another open stage of the funnel, one transition each, and nowhere else', async () => {
  const funnel = await createFunnel()
  const other = await createFunnel()
  const [first, second] = funnel.stages
  const won = funnel.stages.find(({ kind }) => kind === 'won')
  const leads = [await made('lead', { funnel_id: funnel.id }), await made('lead', { funnel_id: funnel.id })]
  const empty = (stage_id: number | undefined, target_id: number | undefined) =>
    shop.owner.post(`/api/admin/funnel/${funnel.id}/empty`, { stage_id, target_id })
  expect((await empty(first?.id, won?.id)).body.messages).toHaveProperty('target_id')
  expect((await empty(first?.id, first?.id)).body.messages).toHaveProperty('target_id')
  expect((await empty(first?.id, other.stages[0]?.id)).body.messages).toHaveProperty('target_id')
  expect((await empty(other.stages[0]?.id, second?.id)).body.messages).toHaveProperty('stage_id')
  expect((await empty(first?.id, second?.id)).status).toBe(200)
  for (const { id } of leads) {
    expect((await shop.owner.get(`/api/admin/lead/${id}`)).body.stage_id).toBe(second?.id)
    expect(await db().rows(sql`select 1 from crm_stage_move where lead_id = ${id}`)).toHaveLength(2)
  }
})

test('only an open lead can be flagged as spam', async () => {
  const funnel = await createFunnel()
  const won = funnel.stages.find(({ kind }) => kind === 'won')
  const { id } = await made('lead', { funnel_id: funnel.id })
  const act = async (name: string) => (await shop.owner.post(`/api/admin/lead/${id}/${name}`)).status
  expect(await act('release')).toBe(409)
  expect([await act('flag'), await act('flag'), await act('release'), await act('release')]).toEqual([200, 409, 200, 409])
  await put('lead', id, { stage_id: won?.id })
  expect(await act('flag')).toBe(409)
})

test('a contact with a lead cannot be deleted, one without can', async () => {
  const { id: funnel_id } = await createFunnel()
  const contact = await made('contact', { first_name: 'Stays' })
  const lead = await made('lead', { funnel_id, contact_id: contact.id })
  const refused = await shop.owner.delete(`/api/admin/contact/${contact.id}`)
  expect([refused.status, JSON.stringify(refused.body.messages)]).toEqual([422, expect.stringContaining('1')])
  await shop.owner.delete(`/api/admin/lead/${lead.id}`)
  expect((await shop.owner.delete(`/api/admin/contact/${contact.id}`)).status).toBeLessThan(300)
})

test('a dynamic group accepts at most 20 filter conditions, each a text', async () => {
  const saveGroup = async (filter: unknown) =>
    (await shop.owner.post('/api/admin/group', { name: `G${++n}`, kind: 'dynamic', filter })).status
  const conditions = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, 'x']))
  expect(await saveGroup(conditions(20))).toBe(201)
  for (const filter of [conditions(21), 'x', [], { a: 1 }, { a: null }, { ['k'.repeat(61)]: 'x' }, { a: 'v'.repeat(501) }])
    expect(await saveGroup(filter), JSON.stringify(filter).slice(0, 40)).toBe(422)
})

test('duplicates match by normalized email address or phone number, and exclude the contact itself', async () => {
  const may = await made('contact', { first_name: 'May', email: 'may.alike@shop.test', country_code: '852', phone: '9123 4567' })
  const alike = async (query: string) =>
    (await shop.owner.get(`/api/admin/contact/alike?${query}`)).body.data.map((row: any) => [row.id, row.by])
  expect(await alike(`email=${encodeURIComponent(' MAY.alike@SHOP.test ')}`)).toEqual([[may.id, 'email']])
  expect(await alike('country_code=852&phone=9123-4567')).toEqual([[may.id, 'phone']])
  expect(await alike('country_code=86&phone=91234567')).toEqual([])
  expect(await alike(`email=may.alike@shop.test&but=${may.id}`)).toEqual([])
  expect(await alike('')).toEqual([])
})

const reminders = async () => {
  await shop.it.clock('crm/remind')
  return db().rows<{ params: { text: string }; account_id: number }>(
    sql`select params, account_id from notice where kind like '%reminder%' order by id`,
  )
}

test('a reminder notifies its recipient when due, and not after it is done', async () => {
  const { id: funnel_id } = await createFunnel()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const lead = await made('lead', {
    funnel_id,
    reminders: [
      { remind_at: at(-1), text: 'Due' },
      { remind_at: at(-1), text: 'Done', done: true },
      { remind_at: at(5), text: 'Later' },
    ],
  })
  const reminderTexts = (await reminders()).map(({ params }) => params.text)
  expect(reminderTexts).toEqual(['Due'])
  expect(await reminders()).toHaveLength(1)
  const { reminders: savedReminders } = (await shop.owner.get(`/api/admin/lead/${lead.id}`)).body
  // The same instant in another notation is not a change.
  const same = savedReminders[0].remind_at.replace(/Z$/, '+00:00')
  await put('lead', lead.id, {
    reminders: [{ ...savedReminders[0], remind_at: same, text: 'Due, said better' }, ...savedReminders.slice(1)],
  })
  expect(await reminders()).toHaveLength(1)
  await put('lead', lead.id, { reminders: [{ ...savedReminders[0], remind_at: at(-2) }, ...savedReminders.slice(1)] })
  expect(await reminders()).toHaveLength(2)
})

test('leads are assigned round-robin to staff who may update leads, skipping disabled accounts', async () => {
  const { id: funnel_id } = await createFunnel()
  const clerks = [await shop.it.staff(['update lead', 'get lead']), await shop.it.staff(['get lead'])]
  expect(clerks).toHaveLength(2)
  const staff = await db().rows<{ id: number; name: string }>(sql`select id, name from account order by id`)
  const owner = async () => (await made('lead', { funnel_id })).owner_id as number
  // `Staff 3` has read access only.
  expect([await owner(), await owner(), await owner()]).toEqual([staff[0]?.id, staff[1]?.id, staff[0]?.id])
  await db().run(sql`update account set enabled = false where id = ${staff[1]?.id}`)
  expect([await owner(), await owner()]).toEqual([staff[0]?.id, staff[0]?.id])
  await put('funnel', funnel_id, { default_owner_id: staff[1]?.id })
  expect(await owner()).toBe(staff[0]?.id)
})
