import { randomUUID } from 'node:crypto'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import type { Client, TestAppOptions } from '../../../tests/support/app.ts'

/** A store with registers, a warehouse with inventory, and payment methods. */
export interface Counter extends Shop {
  store: number
  warehouse: number
  register: number
  /** Opens the register with a new device. */
  open(as?: Client, register?: number, float?: string): Promise<Drawer>
  /** Creates another register of the store. */
  another(): Promise<number>
}

/** A device at an open register. */
export interface Drawer {
  session: number
  device: string
  as: Client
  /** A ticket of one line, paid in cash, as the device sends it. */
  ticket(stock: number, quantity: number, total: string, more?: object): Record<string, unknown>
  sell(ticket: Record<string, unknown>): ReturnType<Client['post']>
}

export async function openCounter(
  plugins: readonly string[] = [],
  basePlugins?: readonly string[],
  options: TestAppOptions = {},
): Promise<Counter> {
  const shop = await openShop(options, ['pos', ...plugins], basePlugins)
  const { owner } = shop
  const [warehouse] = (await owner.get('/api/admin/warehouse')).body.data
  for (const [code, title] of [
    ['cash', 'Cash'],
    ['card', 'Card terminal'],
  ])
    fine(await owner.post('/api/admin/payment_method', { code, title }))
  const store = fine(await owner.post('/api/admin/store', { code: 'central', name: 'Central', warehouse_id: warehouse.id })).body.id
  const make = async (code: string) =>
    fine(await owner.post('/api/admin/pos_register', { code, name: `Counter ${code}`, store_id: store })).body.id as number
  const register = await make('k1')
  let n = 1
  return {
    ...shop,
    store,
    warehouse: warehouse.id,
    register,
    another: () => make(`k${++n}`),
    async open(as = owner, at = register, float = '500.00') {
      const device = randomUUID()
      const session = fine(await as.post(`/api/admin/store/${store}/session`, { register_id: at, opening_float: float, device })).body.id
      let place = 0
      return {
        session,
        device,
        as,
        ticket: (stock, quantity, total, more = {}) => ({
          client_uuid: randomUUID(),
          session_id: session,
          device,
          place: ++place,
          lines: [{ subject_id: stock, quantity }],
          total,
          payments: [{ method: 'cash', amount: total }],
          ...more,
        }),
        // A device repeats a request that was temporarily rejected with 503.
        async sell(ticket) {
          for (;;) {
            const answer = await as.post(`/api/admin/store/${store}/ticket`, ticket)
            if (answer.status !== 503) return answer
          }
        },
      }
    },
  }
}

/** The session, device and sequence number of a ticket without its lines, as returns and pickups contain them. */
export function getTurn(drawer: Drawer): Record<'client_uuid' | 'session_id' | 'device' | 'place', unknown> {
  const { client_uuid, session_id, device, place } = drawer.ticket(0, 1, '0.00')
  return { client_uuid, session_id, device, place }
}

/** The actions on a drawer, called by `as`. */
export const drawerOf = (shop: Counter, drawer: Drawer, as: Client = shop.owner) => {
  const at = (action: string) => `/api/admin/store/${shop.store}/session/${drawer.session}/${action}`
  return {
    count: (counted: string, more = {}) => as.post(at('count'), { counted, ...more }),
    close: (reason = '') => as.post(at('close'), { reason }),
    resume: () => as.post(at('resume')),
    move: (kind: 'in' | 'out' | 'drop', amount: string, more = {}) =>
      as.post(at('cash'), { id: randomUUID(), kind, amount, reason: 'change', ...more }),
    report: async () => fine(await as.get(at('report'))).body,
  }
}

/** Creates a member of staff with these permissions who works in the store. */
export async function createWorker(
  shop: Counter,
  rights: Parameters<Counter['it']['staff']>[0],
): Promise<{ as: Client; id: number; role: number }> {
  const as = await shop.it.staff(rights)
  const row = await shop.it.kernel.db.one<{ id: number; role: number }>(
    sql`select id, role_id as role from account order by id desc limit 1`,
  )
  const { id = 0, role = 0 } = row ?? {}
  const { staff, version } = fine(await shop.owner.get(`/api/admin/store/${shop.store}`)).body
  fine(
    await shop.owner.put(`/api/admin/store/${shop.store}`, {
      version,
      staff: [...(staff ?? []).map((member: number | { id: number }) => (typeof member === 'number' ? member : member.id)), id],
    }),
  )
  return { as, id, role }
}

/** Units of a stock in all warehouses. */
export const lying = async ({ it }: Counter, stock: number): Promise<number | undefined> =>
  (await it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`))?.n
