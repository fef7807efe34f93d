import { type Ctx, sendEmail, sql, type Sql } from 'stoa'
import { changedStocksSql, countedStocksSql, stocksSql } from 'stoa/plugins/catalogue'
import { isSellableSql } from './stock/allocate-stock.ts'
import { inventoryRules } from '../settings.ts'
import { stockAlert } from '../resources/alert.ts'

/**
 * SQL: stock items whose quantity or threshold changed in the last ten minutes. The job runs every minute, so each
 * change is checked several times.
 */
const recentlyChangedSql = sql`select stock_id as id from inventory where updated_at > now() - interval '10 minutes'
  union ${changedStocksSql}`

/** Checks recent changes. */
export const checkRecentChanges = (ctx: Ctx): Promise<void> => checkStocks(ctx, recentlyChangedSql)

/** Checks all stock items once a night, when stock may have expired by date. */
export async function checkAllStocks(ctx: Ctx): Promise<void> {
  await checkStocks(ctx, sql`select stock_id as id from inventory union select stock_id from stock_alert where closed_at is null`)
  await checkLedger(ctx)
}

/**
 * Opens, updates and closes alerts of the stock items a query selects: one per item for its quantity, one per
 * inventory row for its expiry. Idempotent.
 */
async function checkStocks(ctx: Ctx, stocks: Sql): Promise<void> {
  const { expiry_warning_days: days } = ctx.kernel.settings.of(inventoryRules)
  await ctx.kernel.transaction(async (tx) => {
    await tx.run(sql`create temporary table expected_alert on commit drop as
      with tracked as (${countedStocksSql} and s.id in (${stocks})),
        remaining as (select k.id, k.sku, k.name, k.stock_notification, a.units from tracked k,
          lateral (select coalesce(sum(i.quantity - i.reserved) filter (where ${isSellableSql}), 0)::int as units
            from inventory i join warehouse w on w.id = i.warehouse_id where i.stock_id = k.id and i.visibled) a
          -- Stock that was never received is not out of stock.
          where exists (select 1 from inventory_movement m where m.stock_id = k.id))
      select id as stock_id, null::bigint as inventory_id, case when units = 0 then 'out' else 'low' end as level, sku, name, units as quantity, null::date as expiry_date
        from remaining where units = 0 or units <= stock_notification
      union all
      select k.id, i.id, case when i.expiry_date < (select business_day()) then 'expired' else 'expiring' end, k.sku, k.name, i.quantity, i.expiry_date
        from tracked k join inventory i on i.stock_id = k.id
        where i.visibled and i.quantity > 0 and i.expiry_date < (select business_day()) + ${days}::int`)
    await tx.run(sql`update stock_alert a set closed_at = now(), updated_at = now() where a.closed_at is null and a.level <> 'abnormal' and a.stock_id in (${stocks})
      and not exists (select 1 from expected_alert w where w.stock_id = a.stock_id and coalesce(w.inventory_id, 0) = coalesce(a.inventory_id, 0))`)
    const alertColumns = {
      stock_id: sql`w.stock_id`,
      inventory_id: sql`w.inventory_id`,
      level: sql`w.level`,
      sku: sql`w.sku`,
      name: sql`w.name`,
      quantity: sql`w.quantity`,
      expiry_date: sql`w.expiry_date`,
    }
    await tx.run(sql`${tx.insertSql(stockAlert, alertColumns, sql`expected_alert w`)}
      on conflict (stock_id, coalesce(inventory_id, 0)) where closed_at is null do update
      set level = excluded.level, quantity = excluded.quantity, expiry_date = excluded.expiry_date, updated_at = now(),
        told_at = case when stock_alert.level = excluded.level then stock_alert.told_at end
      where stock_alert.level <> 'abnormal'
        and (stock_alert.level, stock_alert.quantity, stock_alert.expiry_date) is distinct from (excluded.level, excluded.quantity, excluded.expiry_date)`)
  })
}

/** Compares every inventory row with its ledger, and opens an alert if they differ. */
async function checkLedger({ kernel }: Ctx): Promise<void> {
  const mismatchSql = sql`select i.id, i.stock_id, i.quantity from inventory i left join inventory_movement m on m.inventory_id = i.id
    group by i.id having i.quantity <> coalesce(sum(m.quantity), 0)`
  await kernel.transaction(async (tx) => {
    await tx.run(
      sql`update stock_alert set closed_at = now() where closed_at is null and level = 'abnormal' and inventory_id not in (select id from (${mismatchSql}) w)`,
    )
    const alertColumns = {
      stock_id: sql`w.stock_id`,
      inventory_id: sql`w.id`,
      level: 'abnormal' as const,
      sku: sql`s.sku`,
      name: sql`p.name`,
      quantity: sql`w.quantity`,
    }
    const opened =
      await tx.run(sql`${tx.insertSql(stockAlert, alertColumns, sql`(${mismatchSql}) w join (${stocksSql}) on s.id = w.stock_id`)}
      on conflict (stock_id, coalesce(inventory_id, 0)) where closed_at is null do update set level = 'abnormal', told_at = null where stock_alert.level <> 'abnormal'`)
    if (opened > 0) kernel.log.error({ lines: opened }, 'quantities differ from the ledger')
  })
}

interface StockAlertLine {
  level: string
  sku: string
  name: string
  quantity: number
  expiry_date: string | null
}

/** Sends one e-mail a day about new alerts. */
export async function sendDigest(ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const { alert_email: to } = kernel.settings.of(inventoryRules)
  if (!to) return
  await kernel.transaction(async (tx) => {
    const newAlerts =
      await tx.rows<StockAlertLine>(sql`with marked as (update stock_alert set told_at = now() where closed_at is null and told_at is null
        returning id, level, sku, name->>${ctx.mainLanguage} as name, quantity, expiry_date)
      select * from marked order by level, sku`)
    if (newAlerts.length === 0) return
    const translate = (key: string, values: Record<string, unknown>) => kernel.i18n.t(ctx.mainLanguage, `inventory:${key}`, values)
    const lines = newAlerts.map((a) =>
      translate(`mail.line_${a.level}`, { sku: a.sku, name: a.name, count: a.quantity, day: a.expiry_date ?? '' }),
    )
    await sendEmail(tx, { to, subject: translate('mail.subject', { count: newAlerts.length }), text: lines.join('\n') })
  })
}
