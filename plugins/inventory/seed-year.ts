import { type Ctx, AppError, sql } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { checkAllStocks } from './services/alerts.ts'
import { saveCounts } from './services/stocktake.ts'
import { adjustStock, discardStock, transferStock } from './services/stock/adjust.ts'
import { stocktake } from './resources/stocktake.ts'

/**
 * Stock events of the sample year beside purchases and sales: quarterly stocktakes, fortnightly transfers to the
 * shop, breakage, and the nightly check.
 */
export function planInventory(year: YearPlan): void {
  const random = year.random('inventory')
  for (let day = 9; day <= year.days; day += 14) year.at(year.working(year.on(day, 10)), (ctx) => transferToShop(ctx, year, random))
  for (let day = 17; day <= year.days; day += 23) year.at(year.working(year.on(day, 15)), (ctx) => makeSmallAdjustments(ctx, year, random))
  for (let day = 45; day <= year.days - 7; day += 88) planStocktake(year, random, day)
  // One stocktake is in progress, and another starts tomorrow.
  year.at(year.working(year.on(year.days - 3, 11)), (ctx) => createStocktake(ctx, year, 'sheung_wan', true))
  year.at(year.working(year.on(year.days - 2, 11)), (ctx) => createStocktake(ctx, year, 'main', false))
  for (let day = 1; day <= year.days; day += 3) year.at(year.on(day, 0, 1), checkAllStocks)
  year.at(year.working(year.on(year.days - 1, 16)), (ctx) => recordWaterDamage(ctx, year))
  year.at(new Date(year.until.getTime() - 60_000), checkAllStocks)
}

interface Line {
  id: number
  free: number
}

const findRows = ({ kernel }: Ctx, code: string, minimum: number): Promise<Line[]> =>
  kernel.db.rows<Line>(sql`select i.id, i.quantity - i.reserved as free from inventory i join warehouse w on w.id = i.warehouse_id
    where w.code = ${code} and i.visibled and i.quantity - i.reserved >= ${minimum} order by i.id`)

/** Transfers stock from the warehouse to the shop. */
async function transferToShop(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const staff = await year.staff('update inventory')
  const shop = await ctx.kernel.resources.findBy(ctx, 'warehouse', 'code', 'sheung_wan')
  const lines = await findRows(ctx, 'main', 20)
  if (!shop || lines.length === 0) return
  for (let n = 0; n < 3; n++) {
    const quantity = random.int(2, 4)
    const reasonFields = { reason: 'Shop', remark: '補店舖存貨' }
    await ignoreRejection(transferStock(staff, { from: random.pick(lines).id, to: { warehouse: shop.id }, quantity, ...reasonFields }))
  }
}

/** Small adjustments: breakage, units found, samples given away. */
async function makeSmallAdjustments(ctx: Ctx, year: YearPlan, random: SeededRandom): Promise<void> {
  const staff = await year.staff('update inventory')
  const lines = await findRows(ctx, 'main', 3)
  if (lines.length === 0) return
  const line = random.pick(lines)
  const cause = random.pickWeighted({ broken: 4, found: 2, sample: 3 })
  const adjustment = { inventory_id: line.id, quantity: 1 }
  if (cause === 'broken') await ignoreRejection(discardStock(staff, { ...adjustment, reason: 'Broken', remark: '開箱時已破損' }))
  else
    await ignoreRejection(
      adjustStock(staff, cause === 'found' ? 'plus' : 'minus', {
        ...adjustment,
        reason: cause === 'found' ? 'Found' : 'Sample',
        remark: '',
      }),
    )
}

/** Water damage on the last day: a few items are nearly out of stock and need to be reordered. */
async function recordWaterDamage({ kernel }: Ctx, year: YearPlan): Promise<void> {
  const staff = await year.staff('update inventory')
  const damagedRows = await kernel.db.rows<Line>(sql`select i.id, i.quantity - i.reserved as free from inventory i
    where i.visibled and i.stock_id % 8 = 5 and i.quantity - i.reserved > 1 order by i.id`)
  for (const { id, free } of damagedRows)
    await ignoreRejection(discardStock(staff, { inventory_id: id, quantity: free - 1, reason: 'Broken', remark: '喉管滲水，貨品受潮' }))
}

async function createStocktake(ctx: Ctx, year: YearPlan, code: string, start: boolean): Promise<number | undefined> {
  const staff = await year.staff('create stocktake')
  const warehouse = await ctx.kernel.resources.findBy(ctx, 'warehouse', 'code', code)
  if (!warehouse) return undefined
  const { id } = await ctx.kernel.resources.create(staff, 'stocktake', {
    warehouse_id: warehouse.id,
    note: year.now().toISOString().slice(0, 7),
  })
  if (start) await ignoreRejection(ctx.kernel.resources.transition(staff, stocktake, id, 'start'))
  return id
}

/** A stocktake of the warehouse: few lines differ, and the differences are booked the next day. */
function planStocktake(year: YearPlan, random: SeededRandom, day: number): void {
  year.at(year.working(year.on(day, 9, 40)), async (ctx) => {
    const id = await createStocktake(ctx, year, 'main', true)
    if (id === undefined) return
    const staff = await year.staff('update stocktake')
    year.at(year.in(300), async () => {
      const lines = await ctx.kernel.db.rows<{ id: number; expected: number }>(
        sql`select id, expected from stocktake_line where stocktake_id = ${id} order by id`,
      )
      if (lines.length === 0) return
      const getDifference = () => (random.chance(0.06) ? random.pick([-1, -1, 1]) : 0)
      const entry = { code: null, expiry_date: null, lot_code: null, add: null }
      await saveCounts(
        staff,
        id,
        lines.map((l) => ({ ...entry, id: l.id, counted: Math.max(0, l.expected + getDifference()) })),
      )
    })
    year.at(year.working(year.in(1_440)), async () => {
      const approver = await year.staff('approve stocktake')
      await ignoreRejection(ctx.kernel.resources.transition(approver, stocktake, id, 'approve', { uncounted: 'keep' }))
      await ignoreRejection(ctx.kernel.resources.transition(approver, stocktake, id, 'complete'))
    })
  })
}

/** Ignores actions rejected by business rules; other errors are thrown. */
async function ignoreRejection(action: Promise<unknown>): Promise<void> {
  try {
    await action
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
