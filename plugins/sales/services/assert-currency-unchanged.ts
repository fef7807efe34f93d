import { validationError, type SettingsChange, sql, message } from 'stoa'

/** Rejects a change of the base currency while orders exist: their stored amounts are in the base currency of their day. */
export async function assertCurrencyUnchanged({ db, old, next }: SettingsChange<{ base_currency: string }>): Promise<void> {
  if (old.base_currency === next.base_currency) return
  if (await db.one(sql`select 1 from sales_order limit 1`))
    throw validationError({ base_currency: message('sales:error.currency_kept', { currency: old.base_currency }) })
}
