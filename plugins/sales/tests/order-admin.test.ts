import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, requiredGuestFields, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const get = async (path: string) => fine(await shop.owner.get(`/api/admin/order/${path}`)).body
const sold = async (quantity = 1) => {
  const order = await shop.buy(await shop.stock(5), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: 'till' }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}

test('the order form finds stocks by exact code first, customers by any keyword, and the available methods', async () => {
  const [first, second] = [await shop.stock(2, '10.00'), await shop.stock(3, '20.00')]
  const { data } = await get('stocks?q=Goods')
  expect(data.map((s: any) => s.id)).toEqual([first, second])
  expect(data[1]).toMatchObject({ name: 'Goods 2', options: '', price: '20.00', available: 3, physical: true, image: null })
  expect((await get('stocks?q=g2')).data.map((s: any) => s.id)).toEqual([second])
  expect((await get('stocks?q=%25')).data).toEqual([])
  const { id } = fine(
    await shop.owner.post('/api/admin/customer', {
      email: 'lee@shop.test',
      first_name: 'Wai',
      last_name: 'Lee',
      password: 'a long password',
    }),
  ).body
  for (const q of ['wai lee', 'LEE@', ''])
    expect((await get(`customers?q=${encodeURIComponent(q)}`)).data.map((c: any) => c.id)).toEqual([id])
  expect(await get('ways')).toEqual({
    shipping: [{ id: expect.any(Number), code: 'courier', title: 'Courier', price: '40.00', pickup: false }],
    payment: [{ code: 'bank', title: 'Bank transfer' }],
  })
  expect((await shop.owner.get(`/api/admin/order/stocks?q=${'x'.repeat(300)}`)).body.messages).toHaveProperty('q')
})

test('the order list shows the buyer name formatted by language, and sorts by the shown amount', async () => {
  for (const [quantity, name] of [
    [2, { first_name: '美玲', last_name: '陳' }],
    [1, { first_name: 'Wai', last_name: 'Lee' }],
  ] as const)
    await shop.buy(await shop.stock(5, '1000.00'), quantity, { guest: { email: 'may@shop.test', ...name } })
  const list = async (sort: string) => (await shop.owner.get(`/api/admin/order?sort=${sort}&limit=100`)).body.data
  const named = (await list('-id')).slice(0, 2)
  expect(named.map((row: any) => row.customer)).toEqual(['Wai Lee', '陳美玲'])
  expect(named[0].amount).toMatch(/^HKD 1,0\d\d\.00$/)
  const dearest = (await list('-amount'))[0]
  expect([dearest.customer, dearest.payment_status, dearest.fulfilment_status]).toEqual(['陳美玲', 'pending', 'pending'])
})

test('the timeline of the buyer shows who did what with an order, and when', async () => {
  const order = await sold()
  await shop.it.jobs()
  const row = await shop.it.kernel.db.one<{ person_id: number }>(sql`select person_id from sales_order where id = ${order.id}`)
  const { data } = fine(await shop.owner.get(`/api/admin/person/${row?.person_id}/timeline`)).body
  const orderEntries = data.filter((entry: any) => entry.subject_id === order.id)
  const me = (await shop.owner.get('/api/admin')).body.name
  expect(orderEntries.map((entry: any) => [entry.type, entry.actor_kind, entry.actor])).toEqual([
    ['order.paid', 'admin', me],
    ['order.placed', 'guest', null],
  ])
  const steps = (await get(`${order.id}/timeline`)).data
  expect(orderEntries[0].occurred_at).toBe(steps.find((step: any) => step.to_status === 'paid').at)
})

test('a staff comment appears in the timeline, and is emailed if visible to the customer', async () => {
  const order = await shop.buy(await shop.stock(2))
  const say = (body: object) => shop.owner.post(`/api/admin/order/${order.id}/comment`, body)
  expect((await say({ comment: ' ' })).body.messages).toEqual({ comment: ['This field is required.'] })
  fine(await say({ comment: 'Odd address' }))
  fine(await say({ comment: 'It leaves tomorrow', visible: true }))
  const { data } = await get(`${order.id}/timeline`)
  expect(data.filter((e: any) => e.kind === 'comment')).toMatchObject([
    { body: 'Odd address', visible: false },
    { body: 'It leaves tomorrow', visible: true },
  ])
  const view = fine(await shop.it.guest.get(`/api/order/${order.number}?token=${order.token}`)).body
  expect(view.comments.map((c: any) => c.body)).toEqual(['It leaves tomorrow'])
  expect((await shop.owner.post('/api/admin/order/999999/comment', { comment: 'x' })).status).toBe(404)
})

test('missing guest fields at checkout are reported by field; a signed-in customer needs no guest fields', async () => {
  const stock = await shop.stock(9)
  const cart = async () => fine(await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body.cart_id
  const chosen = { shipping_method: 'courier', payment_method: 'bank' }
  const refused = await shop.it.guest.post('/api/checkout', { cart_id: await cart(), ...chosen, shipping_address: null })
  expect(Object.keys(refused.body.messages).sort()).toEqual(requiredGuestFields)
  const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan', phone: '2540 0000' }
  const more = { cart_id: await cart(), ...chosen, shipping_address: address }
  expect((await shop.it.guest.post('/api/checkout', { ...more, guest })).body.messages).toEqual({
    'guest.country_code': ['This field is required.'],
  })
  for (const bad of [{ guest: 'May' }, { shipping_address: [] }, { customer_note: 7 }, { currency: 'POUND' }, { payment_method: {} }])
    expect(
      Object.keys((await shop.it.guest.post('/api/checkout', { ...more, guest: { ...guest, country_code: '852' }, ...bad })).body.messages),
    ).toEqual(Object.keys(bad))
  const { order_number } = fine(await shop.it.guest.post('/api/checkout', { ...more, guest: { ...guest, country_code: '852' } })).body
  const { id } = (await shop.owner.get(`/api/admin/order?q=${order_number}`)).body.data[0]
  expect((await shop.order(id)).billing_address).toMatchObject(address)
})
