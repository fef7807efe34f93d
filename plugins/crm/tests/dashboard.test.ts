import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { writing } from './writing.ts'

/** Cards of the CRM dashboard: leads of a period and of the period before it. */
const shop = suite(['crm', 'calendar', 'desk', 'broadcast'])
const { contact, funnel, made, read, change } = writing(shop)
const db = () => shop.it.kernel.db

type Period = 'last_7_days' | 'last_30_days'
const card = async (name: string, { period = 'last_30_days', by = shop.owner }: { period?: Period; by?: Client } = {}) =>
  (await by.get(`/api/admin/cards?dashboard=crm&period=${period}&card=${name}`)).body.data[0]?.content
/** Value and compared value of each figure, by title. */
const figures = async (period: Period = 'last_30_days') =>
  Object.fromEntries(
    (await card('leads', { period })).figures.map(({ title, value, compared }: Record<string, string>) => [
      title,
      compared === undefined ? value : [value, compared],
    ]),
  )
const bars = async (name: string) => {
  const { chart } = await card(name)
  return chart
    ? Object.fromEntries(chart.labels.map((label: string, n: number) => [label, chart.series.map((row: any) => row.data[n])]))
    : {}
}

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
  test('of an empty shop has zero in all figures and lists the stages of the funnel', async () => {
    const zero = ['0', '0']
    expect(await figures()).toEqual({
      ...{ New: zero, Won: zero, 'Won amount': ['0.00', '0.00'], Lost: zero },
      ...{ Open: '0', 'Open amount': '0.00' },
    })
    expect(await card('leads_by_source')).toEqual({})
    expect(await card('stale_leads')).toEqual({ rows: [] })
    expect(await bars('leads_by_stage')).toEqual({ New: zero, Talking: zero, Won: zero, Lost: zero })
    expect(await card('conversion')).toEqual({ progress: [] })
  })

  test('new leads count by creation date, without spam and without those before the period', async () => {
    const [today, edge, before, old] = [await lead({ source: 'line' }), await lead(), await lead({ source: 'line' }), await lead()]
    await back(edge.id, 29)
    await back(before.id, 31)
    await back(old.id, 61)
    const spam = await lead({ source: 'line' })
    expect((await shop.owner.post(`/api/admin/lead/${spam.id}/flag`)).status).toBe(200)
    expect(await figures()).toMatchObject({ New: ['2', '1'], Open: '4' })
    expect(await figures('last_7_days')).toMatchObject({ New: ['1', '0'] })
    expect(await bars('leads_by_source')).toEqual({ LINE: ['1'], 'Sales or staff': ['1'] })
    expect((await card('conversion')).progress).toMatchObject([{ title: 'Way', value: 0, of: 2 }])
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
    expect(await figures()).toMatchObject({
      ...{ Won: ['1', '1'], 'Won amount': ['100.50', '7.00'], Lost: ['1', '0'] },
      ...{ Open: '2', 'Open amount': '40.25' },
    })
    expect(await bars('lost_reasons')).toEqual({ Price: ['1'] })
    expect((await card('conversion')).progress).toMatchObject([{ value: 2, of: 5 }])
    await closed(lost.id, 31)
    expect(await figures()).toMatchObject({ Lost: ['0', '1'] })
    expect(await bars('lost_reasons')).toEqual({})
    expect([won.status, open.status]).toEqual(['completed', 'to_do'])
  })

  test('a funnel shows for each stage the leads in it now, those that reached it, and the median duration', async () => {
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
    expect(await bars('leads_by_stage')).toMatchObject({
      'Other · New': ['1', '3'],
      'Other · Talking': ['2', '3'],
      'Other · Won': ['0', '0'],
    })
    const chinese = (await shop.owner.get('/api/admin/cards?dashboard=crm&card=leads_by_stage&language=zh-HK')).body.data[0]
    expect(chinese.content.chart.labels).toContain('另一 · New')
    expect((await card('stage_times')).rows).toContainEqual({ title: 'Other · New', value: '4', type: 'days' })
    expect((await shop.owner.post(`/api/admin/funnel/${other.id}/disable`)).status).toBe(200)
    expect(Object.keys(await bars('leads_by_stage'))).toEqual(['New', 'Talking', 'Won', 'Lost'])
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
    expect((await card('stale_leads')).rows).toMatchObject([
      { link: `funnel/management/${way.id}?lead=${b.id}`, title: 'B', text: 'New', value: '9' },
      { title: 'A', value: '5' },
    ])
    expect((await card('stale_leads', { by: await shop.it.staff(['get lead', 'see all lead']) })).rows[0].link).toBe(`lead/edit/${b.id}`)
    await change(`lead/${b.id}`, { stage_id: stage('Talking') })
    expect((await card('stale_leads')).rows.map((row: { title: string }) => row.title)).toEqual(['A'])
  })

  test('shows a broadcast that is being sent, with its progress', async () => {
    expect(await card('broadcasts')).toEqual({ progress: [] })
    const topic = await db().one<{ id: number }>(sql`select id from topic order by id limit 1`)
    const sent = await made('broadcast', { title: 'Spring', topic_id: topic?.id, subject: 'Hello', body: 'Hello' })
    await db().run(sql`update broadcast set status = 'process', started_at = now() where id = ${sent.id}`)
    expect((await card('broadcasts')).progress).toMatchObject([
      { title: 'Spring', text: 'In process', value: 0, of: 0, link: `broadcast/history/${sent.id}` },
    ])
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
    const due = async (client = shop.owner) => (await card('reminders', { by: client })).rows.map((row: { title: string }) => row.title)
    expect([await due(), await due(clerk)]).toEqual([['Late', 'Soon'], ['Of the clerk']])
    expect((await card('reminders')).rows[0]).toMatchObject({ link: `contact/edit/${createdContact.id}`, text: 'Eve', type: 'instant' })
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
