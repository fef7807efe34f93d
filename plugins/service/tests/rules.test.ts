import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { applicationStatuses, transitions, unpaid, working } from '../domain/statuses.ts'
import { openServices, createServiceHelpers } from './service-fixture.ts'

/** Application transitions and the emails about them. */
let shop: Shop
beforeAll(async () => {
  shop = await openServices()
})
afterAll(() => shop.it.close())
const { service, ask, applied, byNumber, view, agree, getOrder, pay, listEmails } = createServiceHelpers(() => shop)
const db = () => shop.it.kernel.db

/** Allowed transitions of an application by staff. */
const MAY: Record<string, string[]> = {
  reject: ['pending'],
  reopen: ['rejected'],
  begin: ['paid'],
  complete: ['processing'],
  flag: ['processing'],
  resume: ['abnormal'],
  cancel: ['pending'],
  give_up: ['abnormal'],
}

test('an application follows the transitions of the table and no others', async () => {
  const { url } = await service('10.00', { is_approval_required: true })
  const { id } = await byNumber((await applied(shop.it.guest, url)).number)
  const body = { note: 'why', reason: 'why' }
  for (const [move, from] of Object.entries(MAY))
    for (const status of applicationStatuses.filter((candidate) => !from.includes(candidate))) {
      await db().run(sql`update application set status = ${status} where id = ${id}`)
      expect([move, status, (await shop.owner.post(`/api/admin/application/${id}/${move}`, body)).status]).toEqual([move, status, 409])
    }
  for (const status of applicationStatuses.filter((candidate) => candidate !== 'pending')) {
    await db().run(sql`update application set status = ${status} where id = ${id}`)
    expect([status, (await agree(id)).status]).toEqual([status, 409])
  }
  for (const inner of ['approve', 'pay', 'drop'])
    expect((await shop.owner.post(`/api/admin/application/${id}/${inner}`, body)).status, inner).toBe(404)
})

test('staff with read permission only cannot decide, and a rejection requires a reason', async () => {
  const { url } = await service('10.00', { is_approval_required: true })
  const { id } = await byNumber((await applied(shop.it.guest, url)).number)
  const reader = await shop.it.staff(['get application'])
  for (const move of [...Object.keys(MAY), 'agree'])
    expect((await reader.post(`/api/admin/application/${id}/${move}`, { note: 'x', reason: 'x' })).status, move).toBe(403)
  expect((await shop.owner.post(`/api/admin/application/${id}/reject`, {})).body.messages).toHaveProperty('note')
  expect((await shop.owner.post(`/api/admin/application/${id}/reject`, { note: 'x'.repeat(2_001) })).body.messages).toHaveProperty('note')
  expect((await shop.owner.get(`/api/admin/application/${id}`)).body.status).toBe('pending')
})

test('no status is both unpaid and in progress, and every transition leads to a known status', () => {
  expect(working.filter((status) => (unpaid as readonly string[]).includes(status))).toEqual([])
  for (const { to } of Object.values(transitions)) expect(applicationStatuses).toContain(to)
})

test('an application cannot be approved twice, and a canceled one cannot be paid by its link', async () => {
  const { url } = await service('25.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  const { id } = await byNumber(a.number)
  fine(await agree(id))
  expect((await agree(id)).status).toBe(409)
  const order = await getOrder(a.number)
  expect(fine(await shop.it.guest.post(`/api/application/${a.number}/cancel`, { token: a.token, note: 'Found another' })).body.status).toBe(
    'canceled',
  )
  // A repeated cancellation has no further effect.
  fine(await shop.it.guest.post(`/api/application/${a.number}/cancel`, { token: a.token }))
  await shop.it.jobs()
  expect((await getOrder(a.number)).status).toBe('canceled')
  expect((await view(a)).pay_url).toBeNull()
  expect(await db().rows(sql`select 1 from application where order_id = ${order.id}`)).toHaveLength(1)
  // The applicant canceled it, so the email does not repeat the text they typed.
  const mail = await newestMail(shop.it, 'may@shop.test')
  expect(mail?.text_body).toContain('canceled')
  expect(mail?.text_body).not.toContain('Found another')
})

test('an applicant cannot cancel a paid application, and nobody can cancel a draft', async () => {
  const { url } = await service('25.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  fine(await agree((await byNumber(a.number)).id))
  await shop.it.jobs()
  await pay(a.number)
  const off = (number: string, token: string) => shop.it.guest.post(`/api/application/${number}/cancel`, { token })
  expect((await off(a.number, a.token)).status).toBe(409)
  const other = await applied(shop.it.guest, url)
  for (const [number, token] of [
    [other.number, a.token],
    [a.number, other.token],
    [other.number, ''],
    [other.number, `${other.token}x`],
    ['AP0', other.token],
  ])
    expect((await off(number, token)).status, `${number} ${token}`).toBe(404)
  expect((await byNumber(other.number)).status).toBe('pending')
})

test('a service with several variants requires a choice, one with a single variant does not, and a foreign one is rejected', async () => {
  const otherService = await service('10.00')
  const several = await service('10.00', {
    stocks: [
      { price: '10.00', values: { Size: 'S' } },
      { price: '20.00', values: { Size: 'L' } },
    ],
  })
  expect((await ask(shop.it.guest, several.url)).body.messages).toHaveProperty('stock_id')
  expect((await ask(shop.it.guest, several.url, { stock_id: otherService.stock })).body.messages).toHaveProperty('stock_id')
  expect((await ask(shop.it.guest, otherService.url)).status).toBeLessThan(300)
  expect((await ask(shop.it.guest, 'nowhere')).status).toBe(404)
})

test('emails are in the language of the application, and an outdated one is not sent', async () => {
  const { url } = await service('10.00', { is_approval_required: true, name: { 'en-US': 'Tasting', 'zh-HK': '品茶' } })
  const a = await applied(shop.it.guest, url, '?language=zh-HK')
  await shop.it.jobs()
  expect(await listEmails(a.number)).toEqual(['received'])
  const first = await newestMail(shop.it, 'may@shop.test')
  expect(first?.subject).toMatch(/^已收到/)
  expect(first?.text_body).toContain('品茶')
  const quick = await applied(shop.it.guest, url)
  const { id } = await byNumber(quick.number)
  fine(await shop.owner.post(`/api/admin/application/${id}/reject`, { note: 'No' }))
  fine(await shop.owner.post(`/api/admin/application/${id}/reopen`, {}))
  fine(await shop.owner.post(`/api/admin/application/${id}/reject`, { note: 'Still no' }))
  await shop.it.jobs()
  // The application is already decided, so no confirmation of receipt is sent.
  expect(await listEmails(quick.number)).not.toContain('received')
  expect((await view(quick)).note).toBe('Still no')
  const row = fine(await shop.owner.get(`/api/admin/application/${id}`)).body
  expect(row).toMatchObject({ status: 'rejected', decision_note: 'Still no' })
  fine(await shop.owner.post(`/api/admin/application/${id}/reopen`, {}))
  expect(fine(await shop.owner.get(`/api/admin/application/${id}`)).body).toMatchObject({ decided_by: null, decided_at: null })
})

test('a price cannot be negative, and cannot be changed after approval', async () => {
  const { url } = await service('10.00', { is_approval_required: true })
  const { id } = await byNumber((await applied(shop.it.guest, url)).number)
  const put = async (price: string) => (await shop.owner.put(`/api/admin/application/${id}`, { price })).body.messages
  expect(await put('-0.01')).toHaveProperty('price')
  expect(await put('12.00')).toBeUndefined()
  fine(await agree(id))
  expect(await put('12.01')).toHaveProperty('price')
  expect(await put('12.00')).toBeUndefined()
})
