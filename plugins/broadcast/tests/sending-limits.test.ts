import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { claimRecipients, type RunningBroadcast } from '../services/claim.ts'
import { markHandedOver } from '../services/outcome.ts'
import { draft, reader, readers, listRecipients, send, set, topicId, unsubscribe, work } from './broadcast-fixture.ts'

/** Send scheduling, and who is excluded from an audience. */
const shop = suite(['broadcast', 'crm'])
const db = () => shop.it.kernel.db
const usual = { rate_per_min: 100_000, window_count: 0, cap_day: 0, cap_week: 0, cap_month: 0, domain_per_min: 0, quiet_channels: [] }

beforeAll(() => set(shop.it, usual))
beforeEach(async () => {
  await db().run(sql`truncate broadcast, crm_contact, customer, consent, mail cascade`)
  await set(shop.it, usual)
})

/** A broadcast that is being sent but has not reached any recipient yet. */
async function begun(more: object = {}, to = 4): Promise<RunningBroadcast> {
  await readers(shop.it, to)
  const id = await draft(shop.it, { mind_quiet: true, ...more })
  await send(shop.it, id)
  await db().run(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)
  await shop.it.clock('broadcast/due')
  const row = await db().one<{ rate: number | null; quiet: boolean }>(
    sql`select rate_per_min as rate, mind_quiet as quiet from broadcast where id = ${id}`,
  )
  return { id, channel: 'email', topic: 'marketing', rate_per_min: row?.rate ?? null, mind_quiet: row?.quiet ?? true }
}
const turn = (sending: RunningBroadcast, size = 10) => claimRecipients(shop.it.kernel, sending, size)
/** The local time of the shop in `minutes` minutes, as "21:30". */
const clock = async (minutes: number) =>
  (
    await db().one<{ at: string }>(
      sql`select to_char((now() + make_interval(mins => ${minutes})) at time zone 'Asia/Hong_Kong', 'HH24:MI') as at`,
    )
  )?.at ?? ''

describe('quiet hours', () => {
  test.each([
    ['that began a while ago and end soon', -30, 20, [1_100, 1_260]],
    ['that end in many hours, over midnight or not', -1, 900, [53_900, 54_060]],
    ['that begin soon', 20, 200, undefined],
    ['that are over', -200, -20, undefined],
  ])('%s', async (_description, from, to, wait) => {
    const sending = await begun()
    await set(shop.it, { quiet_channels: ['email'], quiet_from: await clock(from), quiet_to: await clock(to) })
    const result = await turn(sending)
    if (!wait) return expect(result.claimed).toHaveLength(4)
    expect(result.claimed).toEqual([])
    expect(result.wait).toBeGreaterThan(wait[0] ?? 0)
    expect(result.wait).toBeLessThanOrEqual(wait[1] ?? 0)
  })

  test('do not apply to other channels, to urgent broadcasts, or when start equals end', async () => {
    const [from, to] = [await clock(-30), await clock(30)]
    await set(shop.it, { quiet_channels: ['sms'], quiet_from: from, quiet_to: to })
    const sending = await begun()
    expect((await turn(sending, 1)).claimed).toHaveLength(1)
    await set(shop.it, { quiet_channels: ['email'] })
    expect((await turn(sending, 1)).claimed).toEqual([])
    expect((await turn({ ...sending, mind_quiet: false }, 1)).claimed).toHaveLength(1)
    await set(shop.it, { quiet_from: from, quiet_to: from })
    expect((await turn(sending, 1)).claimed).toHaveLength(1)
  })
})

describe('the send rate is limited', () => {
  test('per minute by the broadcast or else the shop, and per longer window', async () => {
    const limited = await begun({ rate_per_min: 3 }, 6)
    expect((await turn(limited)).claimed).toHaveLength(3)
    const full = await turn(limited)
    expect(full.claimed).toEqual([])
    expect(full.wait).toBeGreaterThan(50)
    expect(full.wait).toBeLessThanOrEqual(60)
    await db().run(sql`update broadcast_recipient set claimed_at = claimed_at - interval '61 seconds' where claimed_at is not null`)
    await set(shop.it, { window_count: 4, window_minutes: 60 })
    expect((await turn(limited)).claimed).toHaveLength(1)
    expect((await turn(limited)).wait).toBeGreaterThan(3_400)
  })

  test('under concurrency: of many parallel batches each person is in one', async () => {
    const sending = await begun({}, 9)
    const all = (await Promise.all(Array.from({ length: 5 }, () => turn(sending, 4)))).flatMap(({ claimed }) => claimed.map(({ id }) => id))
    expect([all.length, new Set(all).size]).toEqual([9, 9])
  })

  test('immediately after a pause or a cancellation', async () => {
    const sending = await begun()
    expect((await turn(sending, 1)).claimed).toHaveLength(1)
    await shop.it.kernel.resources.transition(shop.it.ctx, 'broadcast', sending.id, 'pause')
    expect(await turn(sending)).toEqual({ claimed: [], settled: 0, wait: undefined })
    await shop.it.kernel.resources.transition(shop.it.ctx, 'broadcast', sending.id, 'resume')
    expect((await turn(sending, 1)).claimed).toHaveLength(1)
    await shop.it.kernel.resources.transition(shop.it.ctx, 'broadcast', sending.id, 'cancel')
    expect((await turn(sending)).claimed).toEqual([])
  })
})

describe('a frequency cap', () => {
  const sentAgo = (days: string, status = 'sent', reason = '') =>
    db().run(sql`update broadcast_recipient set status = ${status}, reason = ${reason}, claimed_at = now() - ${days}::interval`)
  const counted = async () => {
    const answer = await shop.owner.post('/api/admin/broadcast/count', {
      channel: 'email',
      topic_id: await topicId(shop.it),
      audience: { include: [{ kind: 'customers', chosen: {} }], exclude: [] },
    })
    return [answer.body.to_send, answer.body.left_out.map((excluded: { why: string }) => excluded.why)]
  }

  test.each([
    ['cap_day', '23 hours', '25 hours'],
    ['cap_week', '6 days 23 hours', '7 days 1 hour'],
    ['cap_month', '29 days 23 hours', '30 days 1 hour'],
  ])('by %s ends after that period', async (cap, within, after) => {
    await begun({}, 1)
    await set(shop.it, { [cap]: 1 })
    await sentAgo(within)
    expect(await counted()).toEqual([0, ['cap']])
    await sentAgo(after)
    expect(await counted()).toEqual([1, []])
  })

  test('counts emails that may have arrived, and not those that certainly did not', async () => {
    await begun({}, 1)
    await set(shop.it, { cap_day: 1 })
    await sentAgo('1 hour', 'abnormal', 'unknown')
    expect(await counted()).toEqual([0, ['cap']])
    for (const [status, reason] of [
      ['abnormal', 'refused'],
      ['rejected', 'unsubscribed'],
      ['canceled', 'stopped'],
    ] as const) {
      await sentAgo('1 hour', status, reason)
      expect([status, ...(await counted())]).toEqual([status, 1, []])
    }
  })
})

test("an exclusion by one address covers a person's other addresses, and an erased person gets nothing at any", async () => {
  const { it } = shop
  for (const name of ['first', 'erased']) await reader(it, `${name}@mail.test`)
  const person = await db().one<{ id: number }>(sql`select person_id as id from customer where email = 'first@mail.test'`)
  const tag = (await it.kernel.resources.create(it.ctx, 'tag', { name: 'Not' })).id
  const contact = await it.kernel.resources.create(it.ctx, 'contact', { first_name: 'F', email: 'first@mail.test', tags: [tag] })
  // The contact has a different address now and is still the same person.
  await db().run(sql`update crm_contact set email = 'other@mail.test' where id = ${contact.id}`)
  expect(contact.person_id).toBe(person?.id)
  await db().run(sql`insert into consent (address_norm, channel, topic, state, reason, source)
    values ('sha256:' || encode(sha256('erased@mail.test'), 'hex'), 'email', '*', 'suppressed', 'erase', 'erase')`)
  const id = await draft(it, {
    audience: { include: [{ kind: 'customers', chosen: {} }], exclude: [{ kind: 'tags', chosen: { tags: [tag] } }] },
  })
  await send(it, id)
  await work(it, 2)
  expect(await listRecipients(it, id)).toEqual([])
  expect(await db().one(sql`select left_out from broadcast where id = ${id}`)).toEqual({ left_out: { excluded: 1, suppressed: 1 } })
})

test('a message that a worker has claimed is not sent to a person who was erased before it was handed over', async () => {
  const { it } = shop
  const sending = await begun({}, 1)
  // Recent buyers get messages without a subscription.
  await db().run(sql`delete from consent`)
  await db().run(sql`update broadcast_recipient set basis = 'bought'`)
  const [claimed] = (await turn(sending)).claimed
  if (!claimed) throw new Error('nobody to send to')
  const { person_id: person } = claimed
  await it.kernel.resources.transition(it.ctx, 'person', person ?? 0, 'erase', { confirmation: String(person) })
  expect(await markHandedOver(it.kernel, sending, claimed)).toBe(false)
  expect(await db().one(sql`select status from broadcast_recipient where id = ${claimed.id}`)).toEqual({ status: 'canceled' })
})

describe('before sending', () => {
  const at = (id: number, action: string) => `/api/admin/broadcast/${id}/${action}`
  const bilingual = {
    subject: { 'en-US': 'Hi {{first_name|you}}', 'zh-HK': '{{first_name|你}}好' },
    body: { 'en-US': '<p>{{email}}</p>', 'zh-HK': '<p>繁 {{email}}</p>' },
  }

  test('a preview shows the email as the first recipient gets it, in each language, without tracking', async () => {
    await reader(shop.it, 'kim@mail.test', { first_name: '<i>Kim</i>' })
    await db().run(sql`update customer set language = 'zh-HK'`)
    await reader(shop.it, 'zoe@mail.test', { first_name: 'Zoe' })
    const id = await draft(shop.it, bilingual)
    const look = async (language: string) => (await shop.owner.get(`${at(id, 'preview')}?language=${language}`)).body
    expect(await look('zh-HK')).toMatchObject({
      language: 'zh-HK',
      subject: '<i>Kim</i>好',
      reader: expect.stringContaining('kim@mail.test'),
    })
    const english = await look('en-US')
    expect([english.subject, english.html.includes('zoe@mail.test'), english.html.includes('/api/broadcast/')]).toEqual([
      'Hi Zoe',
      true,
      false,
    ])
    // An unsubscribe link works for anyone who opens it, so a reader's link is not shown in the preview.
    const way = /unsubscribe\?[^"]*/.exec(english.html)?.[0] ?? ''
    expect([way.includes('reader%40example.com') || way.includes('reader@example.com'), way.includes('zoe')]).toEqual([true, false])
    for (const path of ['preview', 'count']) expect((await shop.owner.get(at(999_999, path))).status, path).toBe(404)
    for (const name of ['kim', 'zoe']) await unsubscribe(shop.it, `${name}@mail.test`)
    // Without recipients, the preview addresses the member of staff who opens it.
    expect((await shop.owner.get(at(id, 'preview'))).body.reader).toContain('reader@example.com')
  })

  test("a test goes to the staff member's own address, and to nobody in the audience", async () => {
    await readers(shop.it, 3)
    const id = await draft(shop.it, bilingual)
    const tried = await shop.owner.post(at(id, 'test'), { language: 'zh-HK' })
    expect(tried.status, JSON.stringify(tried.body)).toBeLessThan(300)
    const mails = await db().rows<{ recipient: string; subject: string; text: string }>(
      sql`select recipient, subject, text_body as text from mail order by id`,
    )
    expect(mails).toMatchObject([{ recipient: 'staff1@shop.test', subject: expect.stringMatching(/^\[.+\] Staff 1好$/) }])
    expect(mails[0]?.text).toContain('繁 staff1@shop.test')
    expect(await listRecipients(shop.it, id)).toEqual([])
    const sms = await draft(shop.it, { channel: 'sms', message: '' })
    expect(Object.keys((await shop.owner.post(at(sms, 'test'), {})).body.messages)).toEqual(['phone'])
    expect(Object.keys((await shop.owner.post(at(sms, 'test'), { phone: '85255550101' })).body.messages)).toEqual(['message'])
  })
})
