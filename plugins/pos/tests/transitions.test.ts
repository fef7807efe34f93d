import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { definePlugin, extendResource, f, validationError, type NamedTransition, contribute } from 'stoa'
import { ADJUSTMENT_PROVIDERS, type AdjustmentProvider, order } from 'stoa/plugins/sales'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, createWorker, openCounter } from './counter.ts'

const transitions: string[] = []
let refused = ''
const hear = (phase: string) => (m: NamedTransition) => {
  transitions.push(`${phase} ${m.action}`)
  if (phase === 'moving' && m.action === refused) throw validationError({ status: 'core:rule.choice' })
}

/** A second adjustment provider that reads codes and accepts one of its own. */
const giftCards: AdjustmentProvider = {
  choice: { codes: f.tags() },
  reads: { codes: 'codes' },
  async prepare(_ctx, _sale, choice, _db, refuse) {
    const codes = ((choice as { codes?: string[] } | undefined)?.codes ?? []) as string[]
    for (const code of codes) if (code !== 'GIFT') refuse(validationError({ codes: 'core:rule.choice' }), code)
    return ({ lines }) =>
      codes.includes('GIFT')
        ? [{ label: 'Gift card', code: 'GIFT', shares: lines.map((most, i) => (i === 0 ? Math.min(most, 500) : 0)) }]
        : []
  },
}

const guest = definePlugin({
  id: 'guest',
  after: ['pos', 'promotion'],
  requires: ['sales'],
  extend: [extendResource(order, { hooks: { beforeTransition: hear('moving'), afterTransition: hear('moved') } })],
  contributions: [contribute(ADJUSTMENT_PROVIDERS, 'gift-card', giftCards, { order: 60 })],
})

let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['promotion'], undefined, { extra: [guest] })
})
afterAll(() => shop.it.close())
beforeEach(() => {
  transitions.length = 0
  refused = ''
})

test('a plugin gets before and after hooks of every transition of a till order, whatever its lines', async () => {
  const goods = await shop.stock(20, '10.00')
  const virtual = await shop.stock(20, '10.00', { type: 'virtual' })
  const drawer = await shop.open()
  const sold = async (...stocks: number[]) => {
    transitions.length = 0
    const lines = stocks.map((subject_id) => ({ subject_id, quantity: 1 }))
    const ticket = drawer.ticket(0, 1, `${stocks.length * 10}.00`, { lines })
    const { order_id } = fine(await drawer.sell(ticket)).body
    return [(await shop.order(order_id)).status, ...transitions]
  }
  const sent = ['moving settled', 'moving ship', 'moving complete', 'moved settled', 'moved ship', 'moved complete']
  expect(await sold(goods)).toEqual(['completed', ...sent])
  expect(await sold(goods, virtual)).toEqual(['completed', ...sent])
  expect(await sold(virtual)).toEqual(['completed', 'moving settled', 'moving finish', 'moved settled', 'moved finish'])
})

test('a plugin that rejects a transition of a till sale rejects the sale, and nothing is written', async () => {
  const goods = await shop.stock(3, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  refused = 'complete'
  const ticket = drawer.ticket(goods, 1, '10.00')
  expect((await drawer.sell(ticket)).status).toBe(422)
  refused = ''
  const { order_id } = fine(await drawer.sell(ticket)).body
  expect(await shop.order(order_id)).toMatchObject({ status: 'completed', paid: '10.00' })
})

test('with two code plugins each code is handled by the one that recognises it, and rejected if none does', async () => {
  const goods = await shop.stock(20, '100.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const promotion = { title: { 'en-US': 'Friend' }, trigger: 'code', actions: [{ type: 'amount_order', value: { amount: '7.00' } }] }
  const { id } = fine(await shop.owner.post('/api/admin/promotion', promotion)).body
  fine(await shop.owner.post(`/api/admin/promotion/${id}/publish`))
  fine(await shop.owner.post('/api/admin/coupon', { promotion_id: id, code: 'FRIEND' }))
  const quoted = async (...codes: string[]) =>
    shop.owner.post(`/api/admin/store/${shop.store}/quote`, { lines: [{ subject_id: goods, quantity: 1 }], codes })
  expect(fine(await quoted('FRIEND', 'GIFT')).body).toMatchObject({ total: '88.00', off: [{ code: 'FRIEND' }, { code: 'GIFT' }] })
  const wrong = await quoted('FRIEND', 'NOBODY')
  expect([wrong.status, Object.keys(wrong.body.messages)]).toEqual([422, ['codes']])
  const ticket = drawer.ticket(goods, 1, '88.00', { codes: ['FRIEND', 'GIFT'] })
  expect(fine(await drawer.sell(ticket)).body.total).toBe('88.00')
})

test('a free item of a promotion is not a price change by the cashier, who may change no price', async () => {
  const goods = await shop.stock(20, '100.00')
  const spoon = await shop.stock(5, '8.00')
  const clerk = await createWorker(shop, 'pos.editor')
  const drawer = await shop.open(clerk.as, await shop.another())
  const promotion = { title: { 'en-US': 'A spoon' }, trigger: 'code', actions: [{ type: 'gift', value: { stock_id: spoon, quantity: 1 } }] }
  const { id } = fine(await shop.owner.post('/api/admin/promotion', promotion)).body
  fine(await shop.owner.post(`/api/admin/promotion/${id}/publish`))
  fine(await shop.owner.post('/api/admin/coupon', { promotion_id: id, code: 'SPOON' }))
  const ticket = drawer.ticket(goods, 1, '100.00', { codes: ['SPOON'] })
  const { order_id } = fine(await drawer.sell(ticket)).body
  expect((await shop.order(order_id)).lines).toMatchObject([{ unit: '100.00' }, { unit: '0.00', gift: true }])
})
