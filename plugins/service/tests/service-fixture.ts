import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** A shop with services that are requested through forms. */
export const openServices = (): Promise<Shop> => openShop({ env: { STOA_TRUST_PROXY: 'loopback' } }, ['forms', 'service'])

export const applicant = { first_name: 'May', last_name: 'Chan', email: 'may@shop.test', country_code: '852', phone: '91234567' }

/** Test helpers for services. */
export function createServiceHelpers(shop: () => Shop) {
  let n = 0
  let requestCount = 0
  const db = () => shop().it.kernel.db
  const by = {
    /** Creates a service with a form; `price` is the price per unit. */
    async service(price: string, more: object = {}, form: object = {}) {
      const url = `service-${++n}`
      const made = fine(await shop().owner.post('/api/admin/form', { title: 'Ask', url: `form-${n}`, ...form })).body
      const product = fine(
        await shop().owner.post('/api/admin/product', {
          name: `Service ${n}`,
          sku: `SV${n}`,
          url,
          type: 'service',
          form_id: made.id,
          track_inventories: false,
          stocks: [{ price }],
          ...more,
        }),
      ).body
      const form_url: string = made.url
      return {
        url,
        name: `Service ${n}`,
        form: made.id as number,
        form_url,
        product: product.id as number,
        stock: product.stocks[0].id as number,
      }
    },
    /** Sends each request from another address, because a network may send only twenty a minute. */
    ask: (client: Client, url: string, more: object = {}, query = '') =>
      client.post(`/api/service/${url}${query}`, { ...applicant, ...more }, { 'x-forwarded-for': `10.0.0.${++requestCount}` }),
    applied: async (client: Client, url: string, query = '') => fine(await by.ask(client, url, {}, query)).body.application,
    byNumber: async (number: string) => fine(await shop().owner.get(`/api/admin/application?q=${number}`)).body.data[0],
    view: async ({ number, token }: { number: string; token: string }) =>
      fine(await shop().it.guest.get(`/api/application/${number}?token=${token}`)).body,
    agree: (id: number, note = '') => shop().owner.post(`/api/admin/application/${id}/agree`, { note }),
    async getOrder(number: string) {
      const row = await db().one<{ id: number; status: string; total: number; held: string }>(
        sql`select o.id, o.status, o.total_minor::int as total, o.hold_expires_at as held
          from application a join sales_order o on o.id = a.order_id where a.number = ${number}`,
      )
      if (!row) throw new Error(`${number} has no order`)
      return row
    },
    async pay(number: string) {
      fine(await shop().owner.post(`/api/admin/order/${(await by.getOrder(number)).id}/pay`, {}))
      await shop().it.jobs()
    },
    async listEmails(number: string) {
      const rows = await db().rows<{ kind: string }>(
        sql`select l.kind from application_letter l join application a on a.id = l.application_id where a.number = ${number} order by l.at, l.ref`,
      )
      return rows.map(({ kind }) => kind)
    },
  }
  return by
}
