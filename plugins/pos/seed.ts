import { randomUUID } from 'node:crypto'
import { account, type Ctx, AppError, formatMoney, type Seed } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { listStocks } from 'stoa/plugins/catalogue'
import { ORDERS } from 'stoa/plugins/sales'
import { store } from 'stoa/plugins/stores'
import { limit } from './resources/limit.ts'
import { register } from './resources/register.ts'
import { sellTicket } from './services/sell.ts'
import { toCounter } from './services/ticket-price.ts'
import { closeSession, countCash, expectedCash, openSession } from './services/session.ts'
import { posRules } from './settings.ts'

/** Two registers of the demo store, and for the sample year days with sales. */
export const seedCounters: Seed = async (ctx) => {
  const { year } = ctx
  await makeCounters(ctx)
  if (!year) return
  const random = year.random('pos')
  year.at(year.on(0, 9), (then) => makeLimit(then, year))
  const days = Math.max(1, Math.round(12 * year.share))
  for (let n = 0; n < days; n++) year.at(year.on(random.int(3, year.days), 20), (then) => workDay(then, year, random))
}

async function makeCounters(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  const home = await resources.findBy(ctx, store, 'code', 'sheung_wan')
  if (!home) return
  for (const [code, name] of [
    ['k1', 'Counter 1'],
    ['k2', 'Counter 2'],
  ] as const)
    if (!(await resources.findBy(ctx, register, 'code', code))) await resources.create(ctx, register, { code, name, store_id: home.id })
}

/** A discount limit for the order role. */
async function makeLimit(ctx: Ctx, year: YearPlan): Promise<void> {
  const { actor } = await year.staff('get order')
  if (actor.kind !== 'admin') return
  const { role_id } = await ctx.kernel.resources.get(ctx, account, actor.id)
  await ctx.kernel.resources.create(ctx, limit, { role_id, most_off: '10', most_back: '500.00' })
}

/** Opens a register, makes a few cash sales, counts and closes it. */
async function workDay(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const { kernel } = ctx
  const home = await kernel.resources.findBy(ctx, store, 'code', 'sheung_wan')
  const counter = home && (await kernel.resources.findBy(ctx, register, 'code', random.pick(['k1', 'k2'])))
  const method = kernel.settings.of(posRules).cash_method
  const goods = await listStocks(kernel.db)
  if (!home || !counter || goods.length === 0) return
  const cashier = await year.staff('sell pos ticket')
  const device = randomUUID()
  const open = await kernel.transaction((tx) =>
    openSession(tx, cashier, home.id, { register_id: counter.id, opening_float: '500.00', device }),
  )
  const { warehouse_id: warehouse } = await kernel.resources.get(ctx, store, home.id)
  const selling = { id: home.id, warehouse, limits: { off: null, back: null } }
  let place = 1
  for (let n = random.int(2, 5); n > 0; n--) {
    const lineDefaults = { told: null, price_signature: '', unit_price: null, reason: '', discountable: false }
    const lines = [{ kind: 'stock', subject_id: random.pick(goods).id, quantity: random.int(1, 2), ...lineDefaults }]
    const bare = { lines, customer_id: null, choices: null, codes: null, points: null, discount: '0.00', discount_reason: '' }
    await kernel
      .transaction(async (tx) => {
        const { total } = await kernel.get(ORDERS).priceCounter(cashier, toCounter(cashier, bare), tx)
        const amount = formatMoney(total)
        const payments = [{ method, amount, tendered: null, reference: '' }]
        const written = {
          cashier: '',
          client_uuid: randomUUID(),
          session_id: open.id,
          device,
          place,
          sold_at: null,
          offline: false,
          beyond: false,
          approver_id: null,
          approver_pin: '',
        }
        await sellTicket(tx, cashier, selling, { ...bare, ...written, total: amount, payments })
      })
      .then(() => place++)
      .catch((error: unknown) => {
        // Items that are out of stock are not sold.
        if (!(error instanceof AppError)) throw error
      })
  }
  await kernel.transaction(async (tx) => {
    const lies = await expectedCash(tx, open.id)
    await countCash(tx, cashier, home.id, open.id, formatMoney(lies))
    await closeSession(tx, cashier, home.id, open.id, '')
  })
}
