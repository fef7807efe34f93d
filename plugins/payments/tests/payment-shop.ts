import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { fakeMethods } from '../fakes/methods.ts'
import { type Rehearsal, startFakes } from '../fakes/server.ts'

/** A running shop with inventory and fake gateways. */
export interface PayShop {
  it: TestApp
  owner: Client
  url: string
  gateways: Record<Way, Rehearsal>
  buy(way: string, cents: string, more?: object): Promise<Purchase>
  close(): Promise<void>
}

export const ways = ['stripe', 'stripe_checkout', 'paypal', 'pay_dollar', 'sic_pay'] as const
export type Way = (typeof ways)[number]

export interface Purchase {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into by tests
  body: any
  number: string
  reference: string
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Starts the shop and the fake gateways, with additional plugins if given. */
export async function payShop(plugins: readonly string[] = []): Promise<PayShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const it = await testApp(['sales', 'inventory', 'shipping', ...plugins], { env: { STOA_URL: url, STOA_PORT: String(port) } })
  // All buyers use one network, so the limits per network are disabled.
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { unpaid_per_network: 0, orders_per_hour: 0 }, 'en-US')
  await it.app.http.listen({ host: '127.0.0.1', port })
  const owner = await it.staff('owner')
  const main = await startFakes({ shop: url, delay: null })
  const second = await startFakes({ shop: url, delay: null, codes: { stripe: 'stripe_checkout' } })
  const gateways = { stripe: main, stripe_checkout: second, paypal: main, pay_dollar: main, sic_pay: main }
  const methods = fakeMethods(main.url)
  const all = {
    ...methods,
    stripe_checkout: { ...fakeMethods(second.url).stripe, stripe_flow: 'checkout' },
    bank: { provider: 'offline', instructions: '<p>Pay to 123</p>' },
  }
  for (const [code, fields] of Object.entries(all)) {
    const made = await owner.post('/api/admin/payment_method', { code, title: code, ...fields })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
  const warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  await owner.post('/api/admin/shipping_method', { code: 'collect', title: 'Collect', price: '0.00' })

  const stocks = new Map<string, number>()
  const stockFor = async (price: string) => {
    if (!stocks.has(price)) {
      const sku = `S${stocks.size}`
      const made = await owner.post('/api/admin/product', {
        name: `Tea ${price}`,
        sku,
        url: sku,
        stocks: [{ price, inventories: [{ warehouse_id: warehouse, quantity: 500 }] }],
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      stocks.set(price, made.body.stocks[0].id)
    }
    return stocks.get(price)
  }
  let n = 0
  const address = { first_name: '大文', last_name: '陳', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }
  return {
    it,
    owner,
    url,
    gateways,
    async buy(way, cents, more = {}) {
      await it.kernel.db.run(sql`delete from rate_limit`)
      const cart = (await it.guest.post('/api/cart/item', { stock_id: await stockFor(`120.${cents}`), quantity: 1 })).body.cart_id
      const checkoutResponse = await it.guest.post(
        '/api/checkout',
        {
          cart_id: cart,
          guest: { email: `may${++n}@shop.test`, first_name: '大文', last_name: '陳' },
          shipping_address: address,
          shipping_method: 'collect',
          payment_method: way,
          ...more,
        },
        { 'idempotency-key': `checkout-${n}-${Date.now()}` },
      )
      const row = await it.kernel.db.one<{
        reference: string
        number: string
      }>(sql`select p.reference, o.order_number as number from payment p
        join sales_order o on o.id = p.document_id and p.document_type = 'order' order by p.id desc limit 1`)
      return { status: checkoutResponse.status, body: checkoutResponse.body, number: row?.number ?? '', reference: row?.reference ?? '' }
    },
    async close() {
      await main.stop()
      await second.stop()
      await it.close()
    },
  }
}

/** Opens the gateway page in the payer's browser, for providers that start with one. */
export async function arrive(shop: PayShop, way: Way, purchase: Purchase): Promise<void> {
  const { action } = purchase.body.payment
  if (way === 'pay_dollar') {
    const answer = await fetch(action.url, { method: 'POST', body: new URLSearchParams(action.fields), redirect: 'manual' })
    expect(answer.status).toBe(302)
  }
}

/**
 * Opens the card page, for providers that start with one.
 * @returns the return URL after the card payment
 */
export async function openCard(shop: PayShop, purchase: Purchase): Promise<string> {
  const { action } = purchase.body.payment
  if (action.type !== 'card') return ''
  return shop.url + (await shop.it.guest.post('/api/payment/card', { key: action.key })).body.return_url
}

/**
 * Pays at the gateway.
 * @returns the return URL of the browser, or null if it does not return
 */
export async function pay(shop: PayShop, way: Way, purchase: Purchase, opened?: string): Promise<string | null> {
  await arrive(shop, way, purchase)
  const card = opened ?? (await openCard(shop, purchase))
  const to = await shop.gateways[way].pay(purchase.reference)
  return to === '' ? card : to
}

/** Follows the return URL and returns the shop's redirect target. */
export async function comeBack(to: string): Promise<string> {
  const answer = await fetch(to, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

export interface State {
  order: string
  paid: number
  refunded: number
  attempts: string[]
  ledger: string[]
  inbox: string[]
}

/** The state of an order and of its ledger. */
export async function readState(shop: PayShop, number: string): Promise<State> {
  const { db } = shop.it.kernel
  const order = await db.one<{ id: number; status: string; paid: number; refunded: number }>(
    sql`select id, status, paid_minor as paid, refunded_minor as refunded from sales_order where order_number = ${number}`,
  )
  const id = order?.id ?? 0
  const attempts = await db.rows<{ status: string }>(
    sql`select status from payment where document_type = 'order' and document_id = ${id} order by id`,
  )
  const ledger = await db.rows<{
    line: string
  }>(sql`select t.kind || ' ' || t.amount_minor as line from payment_transaction t join payment p on p.id = t.payment_id
    where p.document_type = 'order' and p.document_id = ${id} order by t.id`)
  const inbox = await db.rows<{ reason: string }>(sql`select i.reason from money_inbox i join payment p on p.id = i.payment_id
    where p.document_type = 'order' and p.document_id = ${id} order by i.id`)
  return {
    order: order?.status ?? '',
    paid: order?.paid ?? 0,
    refunded: order?.refunded ?? 0,
    attempts: attempts.map((a) => a.status),
    ledger: ledger.map((l) => l.line),
    inbox: inbox.map((i) => i.reason),
  }
}

/** An order as a payable document. */
export const findOrderDocument = async ({ it }: PayShop, number: string): Promise<{ type: string; id: number }> => ({
  type: 'order',
  id: (await it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${number}`))?.id ?? 0,
})

/** The id of the newest payment of an order. */
export const findLatestPayment = async ({ it }: PayShop, number: string): Promise<number> =>
  (
    await it.kernel.db.one<{ id: number }>(sql`select p.id from payment p
      join sales_order o on o.id = p.document_id and p.document_type = 'order' where o.order_number = ${number} order by p.id desc limit 1`)
  )?.id ?? 0

/** Places an order and pays it at a gateway; the cents of the amount determine the outcome. */
export async function paidBy(shop: PayShop, way: Way, cents: string): Promise<Purchase> {
  const purchase = await shop.buy(way, cents)
  const back = await pay(shop, way, purchase)
  if (back) await comeBack(back)
  await shop.gateways[way].state.fire(purchase.reference)
  return purchase
}
