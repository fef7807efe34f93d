import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { writing } from './writing.ts'

/** Lead metrics for a period and for the period before it. */
const shop = suite(['crm', 'calendar'])
const { contact, funnel, made, read, change } = writing(shop)
const db = () => shop.it.kernel.db
const numbers = (days = 30) => read(`crm-dashboard?days=${days}`)

let way: Awaited<ReturnType<typeof funnel>>
const stage = (name: string): number => way.stages.find((stage: { title: string }) => stage.title === name).id
const lead = (more: object = {}) => made('lead', { funnel_id: way.id, title: 'Lead', ...more })
const back = (id: number, days: number) =>
  db().run(sql`update crm_lead set created_at = now() - make_interval(days => ${days}) where id = ${id}`)
const closed = (id: number, days: number) =>
  db().run(sql`update crm_lead set closed_at = now() - make_interval(days => ${days}) where id = ${id}`)

beforeAll(async () => {
  way = await funnel()
})

describe('the CRM dashboard', () => {
  test('an empty shop has zero in all figures and lists the funnel with its stages', async () => {
    expect(await numbers()).toMatchObject({
      allowed: true,
      fresh: { now: 0, before: 0 },
      won: { now: 0, before: 0, amount: '0.00' },
      open: { count: 0, amount: '0.00' },
      rotting: [],
      due: [],
      sources: [],
      funnels: [{ id: way.id, stages: [{ title: 'New', now: 0, reached: 0, median_days: null }, {}, { kind: 'won' }, { kind: 'lost' }] }],
    })
  })

  test('new leads count by creation date, without spam and without those before the period', async () => {
    const [today, edge, before, old] = [await lead({ source: 'line' }), await lead(), await lead({ source: 'line' }), await lead()]
    await back(edge.id, 29)
    await back(before.id, 31)
    await back(old.id, 61)
    const spam = await lead({ source: 'line' })
    expect((await shop.owner.post(`/api/admin/lead/${spam.id}/flag`)).status).toBe(200)
    expect((await numbers()).fresh).toEqual({ now: 2, before: 1 })
    expect((await numbers(7)).fresh).toEqual({ now: 1, before: 0 })
    expect((await numbers()).sources).toEqual([
      { key: 'line', count: 1 },
      { key: 'sales_or_staff', count: 1 },
    ])
    expect((await numbers()).open.count).toBe(4)
    await db().run(sql`delete from crm_stage_move`)
    await db().run(sql`delete from crm_lead`)
    expect(today.id).toBeGreaterThan(0)
  })

  test('won and lost leads count by closing date, with amounts and lost reasons', async () => {
    const won = await lead({ stage_id: stage('Won'), amount: '100.50' })
    const wonBefore = await lead({ stage_id: stage('Won'), amount: '7.00' })
    const lost = await lead({ stage_id: stage('Lost'), lost_reason: 'price', amount: '3.00' })
    const open = await lead({ amount: '40.25' })
    await lead()
    await closed(wonBefore.id, 40)
    expect(await numbers()).toMatchObject({
      won: { now: 1, before: 1, amount: '100.50' },
      lost: { now: 1, before: 0 },
      open: { count: 2, amount: '40.25' },
      lost_reasons: [{ key: 'price', count: 1 }],
    })
    await closed(lost.id, 31)
    expect(await numbers()).toMatchObject({ lost: { now: 0, before: 1 }, lost_reasons: [] })
    expect([won.status, open.status]).toEqual(['completed', 'to_do'])
  })

  test('a funnel shows for each stage the leads that reached it, those in it now, and the median duration', async () => {
    const other = await funnel({ title: { 'en-US': 'Other', 'zh-HK': '另一' } })
    const [fresh, talking] = [other.stages[0].id, other.stages[1].id]
    const ids: number[] = []
    for (let i = 0; i < 3; i++) ids.push((await made('lead', { funnel_id: other.id, title: `L${i}`, amount: '10.00' })).id)
    // The leads stayed in their first stage for two, four and six days.
    for (const [i, id] of ids.entries()) {
      await db().run(sql`update crm_lead set stage_since = now() - make_interval(days => ${2 * (i + 1)}) where id = ${id}`)
      await db().run(sql`update crm_stage_move set moved_at = now() - make_interval(days => ${2 * (i + 1)}) where lead_id = ${id}`)
    }
    for (const id of ids) await change(`lead/${id}`, { stage_id: talking })
    await change(`lead/${ids[0]}`, { stage_id: fresh })
    const found = (await shop.owner.get('/api/admin/crm-dashboard?language=zh-HK')).body.funnels.find(
      (funnel: { id: number }) => funnel.id === other.id,
    )
    expect(found.title).toBe('另一')
    expect(found.stages).toMatchObject([
      { now: 1, reached: 3, amount: '10.00', median_days: 4 },
      { now: 2, reached: 3, amount: '20.00' },
      { now: 0, reached: 0, amount: '0.00' },
      { now: 0, reached: 0 },
    ])
    expect((await shop.owner.post(`/api/admin/funnel/${other.id}/disable`)).status).toBe(200)
    expect((await numbers()).funnels.map((funnel: { id: number }) => funnel.id)).toEqual([way.id])
  })

  test('stale leads are listed with the days in their stage, longest first, without moved ones and stages without a limit', async () => {
    const [a, b, young, talking] = [await lead({ title: 'A' }), await lead({ title: 'B' }), await lead(), await lead()]
    const since = (id: number, days: number) =>
      db().run(sql`update crm_lead set stage_since = now() - make_interval(days => ${days}),
        rots_at = now() - make_interval(days => ${days}) + interval '3 days' where id = ${id}`)
    await since(a.id, 5)
    await since(b.id, 9)
    await since(young.id, 2)
    await change(`lead/${talking.id}`, { stage_id: stage('Talking') })
    expect((await numbers()).rotting).toMatchObject([
      { id: b.id, title: 'B', stage: 'New', days: 9 },
      { id: a.id, title: 'A', days: 5 },
    ])
    await change(`lead/${b.id}`, { stage_id: stage('Talking') })
    expect((await numbers()).rotting.map((row: { id: number }) => row.id)).toEqual([a.id])
  })
})

describe('a reminder', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

  test('is due for its recipient within a day, and not after it is done', async () => {
    const createdContact = await contact({ first_name: 'Eve' })
    const clerk = await shop.it.staff(['get contact', 'get lead', 'see all lead', 'get calendar'])
    const { id: me } = (await shop.owner.get('/api/admin')).body
    const { id: theirs } = (await clerk.get('/api/admin')).body
    const reminders = [
      { remind_at: inHours(-2), text: 'Late' },
      { remind_at: inHours(23), text: 'Soon' },
      { remind_at: inHours(25), text: 'Tomorrow' },
      { remind_at: inHours(1), text: 'Done', done: true },
      { remind_at: inHours(1), text: 'Of the clerk', account_id: theirs },
    ]
    const updated = await change(`contact/${createdContact.id}`, { reminders })
    expect(updated.reminders.map((row: { account_id: number }) => row.account_id)).toEqual([me, me, me, me, theirs])
    const due = async (client = shop.owner) =>
      (await client.get('/api/admin/crm-dashboard')).body.due.map((row: { text: string }) => row.text)
    expect([await due(), await due(clerk)]).toEqual([['Late', 'Soon'], ['Of the clerk']])
    expect((await numbers()).due[0]).toMatchObject({ contact_id: createdContact.id, lead_id: null, name: 'Eve' })
    // The calendar shows reminders at their time, to their owner only.
    const day = (hours: number) => inHours(hours).slice(0, 10)
    const entries = async (client = shop.owner) =>
      (await client.get(`/api/admin/calendar?from=${day(-48)}&to=${day(72)}`)).body.data.flatMap((row: any) =>
        row.source === 'reminders' ? [row.title] : [],
      )
    expect([await entries(), await entries(clerk)]).toEqual([['Late', 'Soon', 'Tomorrow'], ['Of the clerk']])
  })
})

test('the expected close date of an open lead is in the calendar and can be rescheduled there', async () => {
  const createdLead = await lead({ title: 'Roof', expected_close: '2027-03-31' })
  const done = await lead({ title: 'Done', expected_close: '2027-03-31', stage_id: stage('Won') })
  const spam = await lead({ title: 'Spam', expected_close: '2027-03-31' })
  await shop.owner.post(`/api/admin/lead/${spam.id}/flag`)
  const entries = async (from: string, to: string) =>
    (await read(`calendar?from=${from}&to=${to}`)).data.filter((row: { source: string }) => row.source === 'closings')
  expect(await entries('2027-03-31', '2027-04-01')).toMatchObject([{ title: 'Roof', start: '2027-03-31', all_day: true, movable: true }])
  expect(await entries('2027-04-01', '2027-05-01')).toEqual([])
  const [entry] = await entries('2027-03-01', '2027-04-01')
  const moved = await shop.owner.put(`/api/admin/calendar/entry/closings/${createdLead.id}`, {
    start: '2027-04-02',
    end: null,
    version: entry.version,
  })
  expect([moved.status, (await read(`lead/${createdLead.id}`)).expected_close]).toEqual([200, '2027-04-02'])
  const stale = await shop.owner.put(`/api/admin/calendar/entry/closings/${createdLead.id}`, {
    start: '2027-04-03',
    end: null,
    version: entry.version,
  })
  expect(stale.status).toBe(409)
  expect((await read(`lead/${done.id}`)).expected_close).toBe('2027-03-31')
})
