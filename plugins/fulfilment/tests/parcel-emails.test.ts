import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { parcelPersonalData } from '../services/personal-data.ts'

/** Shipment emails to shoppers and staff. */
let shop: Shop
let carrier: number
beforeAll(async () => {
  shop = await openShop()
  const url = 'https://run.test/?n={number}'
  carrier = fine(await shop.owner.post('/api/admin/carrier', { code: 'runner', name: 'Runner', tracking_url: url })).body.id
})
afterAll(() => shop.it.close())

let n = 0
/** Creates a paid order with several lines for a customer with their own email address. */
async function paid(quantities: number[], more: object = {}) {
  const email = `may${++n}@shop.test`
  const stocks: number[] = []
  for (const _ of quantities) stocks.push(await shop.stock(20))
  let cart_id: string | undefined
  for (const [i, quantity] of quantities.slice(0, -1).entries())
    cart_id = fine(await shop.it.guest.post('/api/cart/item', { cart_id, stock_id: stocks[i], quantity })).body.cart_id
  const last = { cart_id, stock_id: stocks.at(-1), quantity: quantities.at(-1) }
  cart_id = fine(await shop.it.guest.post('/api/cart/item', last)).body.cart_id
  const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '1 Road' }
  const placedOrder = fine(
    await shop.it.guest.post('/api/checkout', {
      cart_id,
      guest: { email, first_name: 'May', last_name: 'Chan' },
      shipping_address: address,
      shipping_method: 'courier',
      payment_method: 'bank',
      ...more,
    }),
  ).body
  const { data } = fine(await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body
  const { id } = data[0]
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  await shop.it.jobs()
  const lines = (await shop.order(id)).lines as { id: number }[]
  return {
    id: id as number,
    number: placedOrder.order_number as string,
    token: placedOrder.access_token as string,
    email,
    lines: lines.map((l) => l.id),
  }
}
type Paid = Awaited<ReturnType<typeof paid>>
const pack = (o: Paid, units: [line: number, quantity: number][], more: object = {}) =>
  shop.owner.post(`/api/admin/order/${o.id}/shipment`, {
    lines: units.map(([i, quantity]) => ({ order_line_id: o.lines[i], quantity })),
    ...more,
  })
const put = (id: number, body: object) => shop.owner.put(`/api/admin/shipment/${id}`, body)
const readShipments = async (o: Paid) => fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body.shipments
const mails = async (o: Paid) =>
  Number((await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from mail where recipient = ${o.email}`))?.n)
const refused = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]

describe('the shipping email', () => {
  test('lists the units of this parcel only, and how to track it', async () => {
    const o = await paid([2, 3])
    const before = await mails(o)
    fine(
      await pack(
        o,
        [
          [0, 2],
          [1, 1],
        ],
        { status: 'shipped', carrier_id: carrier, tracking_number: 'A&1' },
      ),
    )
    await shop.it.jobs()
    const names = (await shop.order(o.id)).lines.map((l: { name: string }) => l.name)
    const first = await newestMail(shop.it, o.email)
    expect(first?.subject).toBe(`Your order ${o.number} has shipped`)
    expect(first?.text_body).toContain(`${names[0]} × 2\n${names[1]} × 1\n`)
    expect(first?.text_body).toContain('Runner · A&1 · https://run.test/?n=A%261')
    fine(await pack(o, [[1, 2]], { status: 'shipped' }))
    await shop.it.jobs()
    const second = await newestMail(shop.it, o.email)
    expect(second?.text_body).toContain(`${names[1]} × 2`)
    expect(second?.text_body).not.toContain(names[0])
    expect(second?.text_body).not.toContain('Runner')
    expect(await mails(o)).toBe(before + 2)
  })

  test('is in the language of the order, and escapes text typed by staff', async () => {
    const o = await paid([1], { language: 'zh-HK' })
    fine(await pack(o, [[0, 1]], { status: 'shipped', carrier_name: '<b>SF</b>' }))
    await shop.it.jobs()
    const email = await newestMail(shop.it, o.email)
    expect(email?.subject).toContain(o.number)
    expect(email?.subject).not.toContain('on its way')
    expect(email?.html_body).toContain('&lt;b&gt;SF&lt;/b&gt;')
  })

  test('is sent once, whenever the parcel is marked as shipped, and never for a pickup', async () => {
    const o = await paid([2])
    const before = await mails(o)
    const { id } = fine(await pack(o, [[0, 1]])).body
    await shop.it.jobs()
    expect(await mails(o)).toBe(before)
    fine(await put(id, { status: 'shipped' }))
    fine(await put(id, { status: 'shipped', tracking_number: 'LATE' }))
    await shop.it.jobs()
    expect(await mails(o)).toBe(before + 1)
    fine(await pack(o, [[0, 1]], { collect: true, status: 'received' }))
    await shop.it.jobs()
    expect(await mails(o)).toBe(before + 1)
  })
})

describe('what a customer sees', () => {
  test('shipped parcels and those waiting for pickup, and none that is being packed or was canceled', async () => {
    const o = await paid([6])
    fine(await pack(o, [[0, 1]], { note: 'fragile' }))
    fine(await pack(o, [[0, 1]], { status: 'processing' }))
    const shipment = fine(await pack(o, [[0, 1]])).body
    fine(await put(shipment.id, { status: 'canceled' }))
    expect(await readShipments(o)).toEqual([])
    const ready = fine(await pack(o, [[0, 1]])).body
    fine(await put(ready.id, { ready: true }))
    const left = fine(await pack(o, [[0, 2]], { status: 'shipped', carrier_id: carrier, tracking_number: '7' })).body
    const parcels = await readShipments(o)
    expect(parcels.map((s: any) => [s.number, s.status, s.collect, s.lines[0].quantity])).toEqual([
      [ready.number, 'draft', true, 1],
      [left.number, 'shipped', false, 2],
    ])
    expect(parcels[1]).toMatchObject({
      carrier_name: 'Runner',
      tracking_url: 'https://run.test/?n=7',
      status_label: expect.stringMatching(/./),
    })
    expect(JSON.stringify(parcels)).not.toContain('fragile')
    fine(await put(ready.id, { status: 'canceled' }))
    expect((await readShipments(o)).map((s: any) => s.number)).toEqual([left.number])
  })

  test('received parcels, with the day they were shipped', async () => {
    const o = await paid([1])
    const { id } = fine(await pack(o, [[0, 1]], { status: 'shipped' })).body
    fine(await put(id, { status: 'received' }))
    expect(await readShipments(o)).toMatchObject([{ status: 'received', shipped_at: expect.any(String) }])
    expect(await shop.order(o.id)).toMatchObject({ status: 'completed' })
    expect(fine(await shop.owner.get(`/api/admin/shipment/${id}`)).body.received_at).not.toBeNull()
  })
})

describe('packing', () => {
  test('shipping the whole order packs the rest in one more parcel, and ships the waiting one with it', async () => {
    const o = await paid([3, 1])
    fine(await pack(o, [[0, 1]], { status: 'processing' }))
    const before = await mails(o)
    fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`, {}))
    const view = await shop.view(o.id)
    expect(view.shipments.map((s: any) => [s.status, s.lines.map((l: any) => l.quantity)])).toEqual([
      ['shipped', [1]],
      ['shipped', [2, 1]],
    ])
    expect(view.lines.map((l: any) => [l.shipped, l.to_pack])).toEqual([
      [3, 0],
      [1, 0],
    ])
    await shop.it.jobs()
    expect(await mails(o)).toBe(before + 2)
  })

  test('of two concurrent requests to pack the last unit one succeeds', async () => {
    const o = await paid([1])
    const both = await Promise.all([pack(o, [[0, 1]]), pack(o, [[0, 1]])])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await shop.view(o.id)).shipments).toHaveLength(1)
  })

  test('a line named twice is added up, up to its open quantity', async () => {
    const o = await paid([3])
    expect(
      refused(
        await pack(o, [
          [0, 2],
          [0, 2],
        ]),
      ),
    ).toEqual([422, 'lines.1.quantity'])
    const { lines } = fine(
      await pack(o, [
        [0, 2],
        [0, 1],
      ]),
    ).body
    expect(lines.map((l: any) => l.quantity)).toEqual([3])
  })

  test('takes name and URL from a known carrier, keeps a given tracking URL, and rejects an invalid one', async () => {
    const o = await paid([9])
    const getTracking = async (more: object) => {
      const { carrier_name, tracking_url } = fine(await pack(o, [[0, 1]], more)).body
      return [carrier_name, tracking_url]
    }
    expect(await getTracking({ carrier_id: carrier, carrier_name: 'Another', tracking_number: '9' })).toEqual([
      'Runner',
      'https://run.test/?n=9',
    ])
    expect(await getTracking({ carrier_id: carrier })).toEqual(['Runner', ''])
    expect(await getTracking({ carrier_id: carrier, tracking_url: 'https://own.test/' })).toEqual(['Runner', 'https://own.test/'])
    expect(await getTracking({ carrier_name: 'A friend', tracking_number: '9' })).toEqual(['A friend', ''])
    expect(refused(await pack(o, [[0, 1]], { carrier_id: 999_999 }))).toEqual([422, 'carrier_id'])
    expect(refused(await pack(o, [[0, 1]], { tracking_url: 'javascript:alert(1)' }))).toEqual([422, 'tracking_url'])
    expect(refused(await pack(o, [[0, 1]], { note: 'x'.repeat(501) }))).toEqual([422, 'note'])
    expect((await shop.view(o.id)).lines[0].to_pack).toBe(5)
  })

  test('a parcel with a rejected transition keeps its data', async () => {
    const o = await paid([1])
    const { id } = fine(await pack(o, [[0, 1]], { carrier_name: 'SF', tracking_number: '1', weight_g: 10, note: 'n' })).body
    expect((await put(id, { status: 'completed', carrier_name: 'Post', weight_g: 99, note: 'other' })).status).toBe(409)
    expect(fine(await shop.owner.get(`/api/admin/shipment/${id}`)).body).toMatchObject({
      status: 'draft',
      carrier_name: 'SF',
      tracking_number: '1',
      weight_g: 10,
      note: 'n',
    })
    expect(fine(await put(id, { note: 'wet' })).body).toMatchObject({ note: 'wet', carrier_name: 'SF', weight_g: 10 })
    expect(fine(await put(id, { weight_g: 11 })).body).toMatchObject({ note: 'wet', weight_g: 11 })
    for (const note of ['', null]) {
      fine(await put(id, { note: 'wet' }))
      expect(fine(await put(id, { note })).body).toMatchObject({ note: '', weight_g: 11 })
    }
    expect((await put(999_999, { note: 'x' })).status).toBe(404)
    fine(await put(id, { status: 'shipped' }))
    expect(
      (await shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [{ order_line_id: o.lines[0], quantity: 1 }] })).status,
    ).toBe(422)
  })

  test('staff see the warehouse a parcel leaves from', async () => {
    const o = await paid([1])
    fine(await pack(o, [[0, 1]]))
    expect((await shop.view(o.id)).shipments[0]).toMatchObject({ warehouse: 'Main', status: 'draft', collect: false })
  })
})

describe('the recipient of a parcel', () => {
  test('gets its data exported without staff notes; erasing removes number and notes and keeps the parcel', async () => {
    const o = await paid([1])
    const { id, number } = fine(
      await pack(o, [[0, 1]], { status: 'shipped', carrier_id: carrier, tracking_number: 'SECRET-7', note: 'Rings twice' }),
    ).body
    const { kernel, ctx } = shop.it
    const rows = { order: [o.id], ...(await parcelPersonalData.findOwnedRows?.(kernel.db, { rows: { order: [o.id] } } as never)) }
    expect(rows).toMatchObject({ shipment: [id] })
    const tell = async (asking: string) => JSON.stringify(await parcelPersonalData.exportData?.(ctx, { rows } as never, asking as never))
    expect(await tell('staff')).toContain('Rings twice')
    expect(await tell('person')).not.toContain('Rings twice')
    expect(await tell('person')).toContain('SECRET-7')
    await kernel.transaction((tx) => parcelPersonalData.eraseData?.(tx, ctx, { rows } as never) as Promise<void>)
    const shipment = fine(await shop.owner.get(`/api/admin/shipment/${id}`)).body
    expect(shipment).toMatchObject({ number, status: 'shipped', carrier_name: 'Runner', tracking_number: '', tracking_url: '', note: '' })
    expect(shipment.lines).toHaveLength(1)
  })
})
