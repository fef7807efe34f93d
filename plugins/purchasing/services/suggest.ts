import { type Ctx, formatMoney, idempotent, validationError, localizedSql, type Sql, sql, message } from 'stoa'
import { choiceSql, stocksSql } from 'stoa/plugins/catalogue'
import { getRate } from 'stoa/plugins/currency'
import { availableSql, unitsSoldSql } from 'stoa/plugins/inventory'
import { toBase } from '../domain/amounts.ts'
import { isRunningLow, getSuggestedQuantity, type StockState } from '../domain/suggest.ts'
import type { Offer, Ordered, Suggestion } from '../api-types.ts'
import { openSql, plannedSql, underWaySql } from './incoming.ts'

/** Maximum number of stocks in one suggestion, lowest level first. */
const LOOKED_AT = 500

interface Low extends StockState {
  id: number
  product_id: number
  sku: string
  name: string
  options: string
}

/** Reorder suggestions: stocks that run low within the lead time, from the cheapest supplier. */
export async function listSuggestions(ctx: Ctx, supplier: number | null): Promise<Suggestion[]> {
  const low = await lowStocks(ctx, supplier)
  const offers = await offersFor(
    ctx,
    low.map((s) => s.id),
    supplier,
  )
  return low.flatMap((s) => {
    const stockOffers = offers.filter((o) => o.stock_id === s.id)
    const [best] = stockOffers.toSorted((a, b) => a.base - b.base || a.lead_time_days - b.lead_time_days || a.supplier_id - b.supplier_id)
    if (!isRunningLow(s, best?.lead_time_days ?? 0)) return []
    const { id, ...stockLevel } = s
    return [
      {
        ...stockLevel,
        stock_id: id,
        offers: stockOffers.map(({ stock_id: _, base: __, ...offer }) => offer),
        supplier_id: best?.supplier_id ?? null,
        quantity: getSuggestedQuantity(s, { leadDays: best?.lead_time_days ?? 0, minimum: best?.min_qty ?? 1 }),
      },
    ]
  })
}

/** Outstanding units of stock `s` in the selected orders `o`. */
const unitsSql = (condition: Sql): Sql => sql`(select coalesce(sum(${openSql}), 0)::int
  from purchase_order_line l join purchase_order o on o.id = l.po_id where l.stock_id = s.id and ${condition})`

function lowStocks(ctx: Ctx, supplier: number | null): Promise<Low[]> {
  const say = (column: ReturnType<typeof sql>) => localizedSql(column, ctx.language, ctx.mainLanguage)
  const only =
    supplier === null ? sql`true` : sql`exists (select 1 from supplier_stock ss where ss.stock_id = s.id and ss.supplier_id = ${supplier})`
  return ctx.kernel.db.rows<Low>(sql`
    with shelf as (
      select s.id, s.product_id, s.sku, s.values, s.stock_notification as threshold, p.name, ${availableSql} as available,
        ${unitsSql(underWaySql)} as incoming, ${unitsSql(plannedSql)} as planned,
        ${unitsSoldSql(30)} as sold,
        (select coalesce(max(su.lead_time_days), 0) from supplier_stock ss join supplier su on su.id = ss.supplier_id and su.enabled where ss.stock_id = s.id) as lead
      from ${stocksSql}
      where s.visibled and p.deleted_at is null and p.track_inventories and p.type = 'general' and ${only})
    select s.id, s.product_id, s.sku, coalesce(${say(sql`s.name`)}, '') as name, s.available, s.incoming, s.planned, s.threshold, s.sold,
      ${choiceSql(ctx)} as options
    from shelf s where s.available + s.incoming + s.planned <= s.threshold + ceil(s.sold * s.lead / 30.0)
    order by s.available, s.sold desc, s.id limit ${LOOKED_AT}`)
}

type Priced = Offer & { stock_id: number; base: number }

async function offersFor(ctx: Ctx, stocks: readonly number[], supplier: number | null): Promise<Priced[]> {
  const rows = await ctx.kernel.db.rows<Omit<Priced, 'cost' | 'base'> & { minor: number }>(sql`
    select ss.stock_id, su.id as supplier_id, su.name as supplier, su.currency, su.lead_time_days, ss.min_qty, ss.cost_minor as minor
    from supplier_stock ss join supplier su on su.id = ss.supplier_id and su.enabled
    where ss.stock_id = any(${[...stocks]}::bigint[]) and (${supplier}::bigint is null or su.id = ${supplier}) order by su.name, su.id`)
  return rows.map(({ minor, ...row }) => ({
    ...row,
    cost: formatMoney(minor),
    base: toBase(minor, getRate(ctx.kernel, row.currency) ?? '1'),
  }))
}

/** A suggestion to order. */
interface SuggestedLine {
  stock_id: number
  supplier_id: number
  quantity: number
}

/** Creates one draft per supplier from suggestions. */
export function orderSuggested(
  ctx: Ctx,
  body: { warehouse_id: number; lines: readonly SuggestedLine[] },
  key: string | undefined,
): Promise<{ data: Ordered[] }> {
  const { warehouse_id, lines } = body
  if (lines.length === 0) throw validationError({ lines: message('purchasing:error.no_lines') })
  const suppliers = [...new Set(lines.map((l) => l.supplier_id))].sort((a, b) => a - b)
  return ctx.kernel.transaction((tx) =>
    idempotent(tx, 'po-suggest', key, body, async () => {
      const data = []
      for (const supplier_id of suppliers) {
        const supplierLines = lines.filter((l) => l.supplier_id === supplier_id).map(({ stock_id, quantity }) => ({ stock_id, quantity }))
        const { id } = await ctx.kernel.resources.createIn(tx, ctx, 'po', { supplier_id, warehouse_id, lines: supplierLines })
        const made = await tx.one<{ number: string }>(sql`select number from purchase_order where id = ${id}`)
        data.push({ id, number: made?.number ?? '', supplier_id })
      }
      return { data }
    }),
  )
}
