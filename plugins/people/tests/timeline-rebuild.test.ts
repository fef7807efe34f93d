import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { CONSENT, EVERY_TOPIC } from '../index.ts'
import { rebuildTimelines } from '../services/timeline-source.ts'
import { lastMail, linkIn, member } from './support.ts'

const shop = suite(['people'])
const db = () => shop.it.kernel.db
const lines = () =>
  db().rows<{
    key: string
    type: string
  }>(sql`select dedupe_key as key, person_id, plugin, type, subject_type, subject_id, summary, visibility,
    permission, date_trunc('minute', occurred_at + interval '30 seconds') as about from timeline_activity order by dedupe_key`)
const findPersonId = async (customer: number) =>
  (await db().one<{ id: number }>(sql`select person_id as id from customer where id = ${customer}`))?.id ?? 0

test('rebuilding the timeline restores all events once, and for erased persons only the erasure', async () => {
  const { it, owner } = shop
  const kim = await member(it, 'kim@shop.test')
  await it.guest.post('/api/email/verify/resend', { email: 'kim@shop.test' })
  const link = linkIn((await lastMail(it, 'kim@shop.test'))?.text)
  await it.guest.get(`/api${link.pathname}${link.search}`)
  await kim.put('/api/profile', { is_subscribe: false })
  await kim.put('/api/profile', { is_subscribe: true })
  const change = (values: object) =>
    it.kernel.transaction((tx) =>
      it.kernel.get(CONSENT).recordChange(tx, {
        address: 'kim@shop.test',
        reason: 'user',
        source: 'test',
        actor: { kind: 'guest' },
        state: 'unsubscribed',
        ...values,
      }),
    )
  await change({ topic: EVERY_TOPIC })
  await change({ topic: EVERY_TOPIC, state: 'suppressed', reason: 'bounce' })
  const may = await member(it, 'may@shop.test')
  await owner.post(`/api/admin/person/${await findPersonId(kim.id)}/merge`, { other_id: await findPersonId(may.id) })
  const ann = await member(it, 'ann@shop.test')
  const erasedId = await findPersonId(ann.id)
  await ann.put('/api/profile', { is_subscribe: false })
  await owner.post(`/api/admin/person/${erasedId}/erase`, { confirmation: String(erasedId) })
  const before = await lines()
  expect(new Set(before.map(({ type }) => type))).toEqual(
    new Set(['signed-up', 'verified-email', 'subscribed', 'unsubscribed', 'suppressed', 'merged', 'erased']),
  )
  await db().run(sql`delete from timeline_activity where id % 2 = 0`)
  const missing = before.length - (await lines()).length
  const planned = await rebuildTimelines(it.kernel, { dryRun: true })
  expect((await lines()).length).toBe(before.length - missing)
  expect(planned.reduce((sum, { added }) => sum + added, 0)).toBe(missing)
  await rebuildTimelines(it.kernel, {})
  await db().run(sql`delete from timeline_activity where id % 2 = 1`)
  await rebuildTimelines(it.kernel, {})
  expect(await lines()).toEqual(before)
  expect((await rebuildTimelines(it.kernel, {})).every(({ added }) => added === 0)).toBe(true)
})
