import { sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { fakeMethods } from '../fakes/methods.ts'
import type { PaymentReport } from '../services/adapter.ts'
import { recordReportIn } from '../services/record-report.ts'
import type { ReportResult } from '../services/report-source.ts'

/** An order with a payment attempt at a gateway whose reports the test sends. */
export interface AtGateway {
  id: number
  number: string
  token: string
  /** The id of its only attempt. */
  payment: number
  reference: string
}

/** A shop with no gateway connections: tests send the gateway reports to the ledger directly. */
export interface BookShop extends Shop {
  /** Payment methods by code; `gate` and `other` have the same provider. */
  methods: Record<'gate' | 'other', number>
  /** Creates an order, by default of HKD 140.00 including 40.00 shipping. */
  begun(price?: string, status?: string): Promise<AtGateway>
  /** Sends a report to the ledger. The defaults are `HKD` and the reference of the order. */
  say(order: AtGateway, report: Partial<PaymentReport> & Pick<PaymentReport, 'kind'>, method?: 'gate' | 'other'): Promise<ReportResult>
  ledger(order: { id: number }): Promise<string[]>
  attempts(order: { id: number }): Promise<string[]>
  inbox(order: { id: number }): Promise<string[]>
  /** The violated payment invariants of this shop. */
  wrong(): Promise<string[]>
}

export async function openBook(plugins: readonly string[] = []): Promise<BookShop> {
  const shop = await openShop({}, plugins)
  const { db } = shop.it.kernel
  const stocks = new Map<string, number>()
  const methods = { gate: 0, other: 0 }
  for (const code of ['gate', 'other'] as const)
    methods[code] = fine(
      await shop.owner.post('/api/admin/payment_method', { code, title: code, ...fakeMethods('http://127.0.0.1:9').sic_pay }),
    ).body.id
  const lines = async (query: ReturnType<typeof sql>) => (await db.rows<{ line: string }>(query)).map(({ line }) => line)
  return {
    ...shop,
    methods,
    async begun(price = '100.00', status = 'processing') {
      if (!stocks.has(price)) stocks.set(price, await shop.stock(900, price))
      const cart_id = fine(await shop.it.guest.post('/api/cart/item', { stock_id: stocks.get(price), quantity: 1 })).body.cart_id
      const buyer = { guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }, shipping_address: address }
      const placedOrder = fine(
        await shop.it.guest.post('/api/checkout', { cart_id, ...buyer, shipping_method: 'courier', payment_method: 'bank' }),
      ).body
      const row = await db.one<{ order: number; id: number; reference: string }>(
        sql`update payment set provider = 'sic_pay', payment_method_id = ${methods.gate}, status = ${status}, action = null
          where reference = ${`${placedOrder.order_number}-1`} returning document_id as "order", id, reference`,
      )
      const { order = 0, id = 0, reference = '' } = row ?? {}
      return { id: order, number: placedOrder.order_number, token: placedOrder.access_token, payment: id, reference }
    },
    say: (order, report, method = 'gate') =>
      shop.it.kernel.transaction((tx) =>
        recordReportIn(
          tx,
          shop.it.ctx,
          { reference: order.reference, txn: `T-${order.id}`, currency: 'HKD', amount: 14_000, ...report },
          { method: { id: methods[method] }, byProvider: true },
        ),
      ),
    ledger: ({ id }) =>
      lines(sql`select t.kind || ' ' || t.amount_minor as line from payment_transaction t join payment p on p.id = t.payment_id
        where p.document_type = 'order' and p.document_id = ${id} order by t.id`),
    attempts: ({ id }) =>
      lines(
        sql`select status || ' ' || amount_minor as line from payment where document_type = 'order' and document_id = ${id} order by id`,
      ),
    inbox: ({ id }) =>
      lines(sql`select i.reason || ' ' || i.status || ' ' || i.amount_minor as line from money_inbox i
        where i.document_type = 'order' and i.document_id = ${id} order by i.id`),
    async wrong() {
      const found: string[] = []
      for (const plugin of shop.it.kernel.registry.plugins)
        for (const [name, check] of Object.entries(plugin.checks ?? {}))
          for (const violation of await check(shop.it.kernel)) found.push(`${name}: ${violation}`)
      return found
    },
  }
}
