import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { checks } from '../checks.ts'
import { getRankBetween } from '../domain/rank.ts'

const shop = suite(['crm', 'notes'])
const at = '/api/admin/lead'
let n = 0

interface Stage {
  id: number
  title: string
  kind: string
}

async function createFunnel(values: object = {}): Promise<{ id: number; stages: Stage[]; version: number }> {
  const made = await shop.owner.post('/api/admin/funnel', { title: 'Way', url: `way-${++n}`, ...values })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}
const make = async (funnel: { id: number }, values: object = {}) => {
  const made = await shop.owner.post(at, { funnel_id: funnel.id, title: 'Tea', ...values })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}
const stageIn = ({ stages }: { stages: Stage[] }, place: number): number => stages[place]?.id ?? 0
const holds = async () => {
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
}

test('a new funnel has five default stages, in all languages', async () => {
  const funnel = await createFunnel()
  expect(funnel.stages.map(({ kind }) => kind)).toEqual(['open', 'open', 'open', 'won', 'lost'])
  const translated = await shop.owner.get(`/api/admin/funnel/${funnel.id}?language=zh-HK`)
  expect(translated.body.stages.map((stage: Stage) => stage.title)).toEqual(['新商機', '洽談中', '已報價', '成交', '流失'])
})

test('stages are saved in the given order, whatever position their rows had before', async () => {
  const funnel = await createFunnel()
  const stages = [...funnel.stages].reverse()
  const put = await shop.owner.put(`/api/admin/funnel/${funnel.id}`, { stages, version: funnel.version })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  const board = (await shop.owner.get(`/api/admin/funnel/${funnel.id}/board`)).body
  expect(board.stages.map((stage: Stage) => stage.id)).toEqual(stages.map(({ id }) => id))
})

test('the status of a lead follows its stage, and every transition is recorded with its duration', async () => {
  const funnel = await createFunnel()
  const lead = await make(funnel)
  expect(lead).toMatchObject({ status: 'to_do', stage_id: stageIn(funnel, 0), number: expect.stringMatching(/^L\d{6}$/), closed_at: null })
  const go = async (place: number, more: object = {}) =>
    (await shop.owner.put(`${at}/${lead.id}`, { stage_id: stageIn(funnel, place), ...more })).body
  expect(await go(1)).toMatchObject({ status: 'process' })
  expect(await go(0)).toMatchObject({ status: 'process' })
  expect(await go(3)).toMatchObject({ status: 'completed', closed_at: expect.any(String), rots_at: null })
  expect(await go(2)).toMatchObject({ status: 'process', closed_at: null })
  const history = (await shop.owner.get(`${at}/${lead.id}/history`)).body
  expect(history.data.map((change: { to: string }) => change.to)).toEqual(['Offer sent', 'Won', 'New', 'In talks', 'New'])
  expect(history.data.map((change: { from: string }) => change.from)).toEqual(['Won', 'New', 'In talks', 'New', null])
  await shop.it.kernel.db.run(sql`update crm_stage_move set moved_at = moved_at - interval '3 days' where lead_id = ${lead.id}`)
  await shop.it.kernel.db.run(sql`update crm_lead set stage_since = stage_since - interval '3 days' where id = ${lead.id}`)
  await go(1)
  const aged = (await shop.owner.get(`${at}/${lead.id}/history`)).body
  expect(aged.data[0].seconds_in_from).toBeGreaterThanOrEqual(3 * 86_400)
  expect(Math.abs(aged.age_seconds - 3 * 86_400)).toBeLessThan(60)
  await holds()
})

test('a lost lead requires a reason, and a note when the reason is other', async () => {
  const funnel = await createFunnel()
  const lead = await make(funnel)
  const lose = (values: object) => shop.owner.put(`${at}/${lead.id}`, { stage_id: stageIn(funnel, 4), ...values })
  expect((await lose({})).body.messages).toEqual({ lost_reason: ['Select a lost reason.'] })
  expect((await lose({ lost_reason: 'other' })).body.messages).toEqual({ lost_note: ['Describe why the lead was lost.'] })
  expect((await lose({ lost_reason: 'other', lost_note: 'Moved away' })).body).toMatchObject({ status: 'canceled', lost_reason: 'other' })
  const back = await shop.owner.put(`${at}/${lead.id}`, { stage_id: stageIn(funnel, 1) })
  expect(back.body).toMatchObject({ status: 'process', lost_reason: null, lost_note: '' })
})

test('of two concurrent moves of one card one succeeds and the other gets a conflict with the current stage', async () => {
  const funnel = await createFunnel()
  const lead = await make(funnel)
  const both = await Promise.all(
    [1, 2].map((place) => shop.owner.put(`${at}/${lead.id}`, { stage_id: stageIn(funnel, place), version: lead.version })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [won, lost] = both[0]?.status === 200 ? both : both.toReversed()
  expect(lost?.body.current.stage_id).toBe(won?.body.stage_id)
  expect((await shop.owner.get(`${at}/${lead.id}/history`)).body.data).toHaveLength(2)
  await holds()
})

test('a stage of another funnel is rejected, and a lead moved to another funnel starts at its first stage', async () => {
  const [first, other] = [await createFunnel(), await createFunnel()]
  const lead = await make(first)
  expect((await shop.owner.put(`${at}/${lead.id}`, { stage_id: stageIn(other, 1) })).body.messages).toHaveProperty('stage_id')
  const moved = await shop.owner.put(`${at}/${lead.id}`, { funnel_id: other.id })
  expect(moved.body).toMatchObject({ funnel_id: other.id, stage_id: stageIn(other, 0) })
  await holds()
})

test('a stage with leads cannot be deleted, and its name stays in the history after it is emptied and deleted', async () => {
  const funnel = await createFunnel()
  const leads = [await make(funnel), await make(funnel)]
  const stages = funnel.stages.filter(({ id }) => id !== stageIn(funnel, 0))
  const drop = () => shop.owner.put(`/api/admin/funnel/${funnel.id}`, { stages })
  const refused = await drop()
  expect([refused.status, JSON.stringify(refused.body.messages)]).toEqual([422, expect.stringContaining('2 leads are in this stage')])
  const empty = (target: number) =>
    shop.owner.post(`/api/admin/funnel/${funnel.id}/empty`, { stage_id: stageIn(funnel, 0), target_id: stageIn(funnel, target) })
  expect((await empty(3)).body.messages).toHaveProperty('target_id')
  expect((await empty(1)).status).toBe(200)
  expect((await drop()).status).toBe(200)
  for (const { id } of leads) {
    expect((await shop.owner.get(`${at}/${id}`)).body.stage_id).toBe(stageIn(funnel, 1))
    expect((await shop.owner.get(`${at}/${id}/history`)).body.data.map((change: { to: string }) => change.to)).toEqual(['In talks', 'New'])
  }
  await holds()
})

test('only its creator can delete a funnel, and only without leads', async () => {
  const funnel = await createFunnel()
  const other = await shop.it.staff('owner')
  const remove = (client: typeof other) => client.delete('/api/admin/funnel/batch', { ids: [funnel.id] })
  const refused = (await remove(other)).body
  expect([refused.success_ids, refused.fail_ids]).toEqual([[], [funnel.id]])
  expect(JSON.stringify(refused)).toContain('Only the creator can delete this funnel.')
  const lead = await make(funnel)
  expect((await remove(shop.owner)).body.fail_ids).toEqual([funnel.id])
  await shop.owner.delete(`${at}/${lead.id}`)
  expect((await remove(shop.owner)).body.success_ids).toEqual([funnel.id])
})

test('a funnel without a creator can be deleted with the delete permission', async () => {
  const funnel = await createFunnel()
  await shop.it.kernel.db.run(sql`update crm_funnel set created_by = null where id = ${funnel.id}`)
  const clerk = await shop.it.staff(['destroy funnel'])
  expect((await clerk.delete(`/api/admin/funnel/${funnel.id}`)).status).toBe(200)
})

test('a lead becomes stale by the current limit of its stage', async () => {
  const funnel = await createFunnel()
  const lead = await make(funnel)
  const days = (Date.parse(lead.rots_at) - Date.parse(lead.stage_since)) / 86_400_000
  expect(days).toBe(3)
  await shop.owner.put(`/api/admin/funnel/${funnel.id}`, {
    stages: funnel.stages.map((stage) => ({ ...stage, rot_days: stage.kind === 'open' ? 1 : null })),
  })
  const now = (await shop.owner.get(`${at}/${lead.id}`)).body
  expect((Date.parse(now.rots_at) - Date.parse(now.stage_since)) / 86_400_000).toBe(1)
})

test('a spam lead leaves the board and returns to its stage when released', async () => {
  const funnel = await createFunnel()
  const lead = await make(funnel, { amount: '100.00' })
  const board = async () => (await shop.owner.get(`/api/admin/funnel/${funnel.id}/board`)).body.stages[0]
  expect(await board()).toMatchObject({ count: 1, amount: '100.00' })
  expect((await shop.owner.post(`${at}/${lead.id}/flag`)).body).toMatchObject({ status: 'abnormal' })
  expect(await board()).toMatchObject({ count: 0, amount: '0.00' })
  expect((await shop.owner.post(`${at}/${lead.id}/flag`)).status).toBe(409)
  expect((await shop.owner.post(`${at}/${lead.id}/release`)).body).toMatchObject({ status: 'process' })
  await holds()
})

test('a card is placed below another one of its stage, and positions are renumbered when there is no gap', async () => {
  const funnel = await createFunnel()
  const [a, b, c] = [await make(funnel, { title: 'a' }), await make(funnel, { title: 'b' }), await make(funnel, { title: 'c' })]
  const order = async () =>
    (await shop.owner.get(`${at}?funnel_id=${funnel.id}&sort=-position`)).body.data.map((row: { title: string }) => row.title).join('')
  expect(await order()).toBe('cba')
  await shop.owner.post(`${at}/${c.id}/place`, { below_id: b.id })
  expect(await order()).toBe('bca')
  await shop.owner.post(`${at}/${a.id}/place`, {})
  expect(await order()).toBe('abc')
  await shop.it.kernel.db.run(sql`update crm_lead set position = 1 + 0.0000001 * id where funnel_id = ${funnel.id}`)
  await shop.owner.post(`${at}/${a.id}/place`, { below_id: c.id })
  expect(await order()).toBe('cab')
  expect(getRankBetween(2, 1)).toBe(1.5)
  expect(getRankBetween(1.000_000_1, 1)).toBeUndefined()
})

test('unassigned leads go to the default owner of the funnel, else round-robin to staff who work on leads, with a notice', async () => {
  await shop.it.kernel.db.run(sql`update crm_funnel set turn = null`)
  const staff = await shop.it.staff(['get lead', 'update lead'])
  const me = (await staff.get('/api/admin')).body.id as number
  const funnel = await createFunnel()
  const got = [] as number[]
  for (let k = 0; k < 8; k++) got.push((await make(funnel)).owner_id)
  expect(got).toContain(me)
  const round = new Set(got).size
  expect(got.slice(round)).toEqual(got.slice(0, 8 - round))
  expect((await staff.get('/api/admin/notice')).body.data[0]).toMatchObject({ text: expect.stringContaining('assigned Lead Tea to you') })
  await shop.owner.put(`/api/admin/funnel/${funnel.id}`, { default_owner_id: me })
  expect((await make(funnel)).owner_id).toBe(me)
})

test('a lead with an unknown funnel or a stage of another funnel is rejected by that field', async () => {
  const [first, other] = [await createFunnel(), await createFunnel()]
  expect((await shop.owner.post(at, { funnel_id: 999_999, title: 'Tea' })).body.messages).toEqual({
    funnel_id: ['This no longer exists.'],
  })
  expect((await shop.owner.post(at, { funnel_id: first.id, stage_id: stageIn(other, 0), title: 'Tea' })).body.messages).toHaveProperty(
    'stage_id',
  )
})

test('the person timeline names an untitled lead by its funnel, not by the person', async () => {
  const funnel = await createFunnel({ title: 'Tea houses' })
  const contact = (await shop.owner.post('/api/admin/contact', { first_name: 'Zed', last_name: 'Q', email: 'zed@leads.test' })).body
  const untitled = await make(funnel, { title: '', contact_id: contact.id })
  const titled = await make(funnel, { title: 'Tasting room', contact_id: contact.id })
  const { data } = (await shop.owner.get(`/api/admin/person/${contact.person_id}/timeline?type=lead.created`)).body
  const summaries = data.map((entry: { summary: string }) => entry.summary)
  expect(summaries).toEqual([`${titled.number} Tasting room: created in New`, `${untitled.number} Tea houses: created in New`])
})
