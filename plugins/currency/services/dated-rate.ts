import { type Db, type Kernel, sql } from 'stoa'
import { baseCurrency, getRate } from '../money.ts'
import { currency } from '../settings.ts'

/** Days that a recorded rate stays usable: weekends and holidays have no rate of their own. */
const MOST_AGE_DAYS = 7

/** An exchange rate with its origin. */
export interface DatedRate {
  /** Price of one unit of the base currency, as a decimal string. */
  rate: string
  /** The day of the rate, such as `2026-11-30`. */
  date: string
  /** `day`: recorded for the day or for at most a week before; `settings`: the current rate, because none is recorded; `base`: always 1. */
  source: 'base' | 'day' | 'settings'
}

/**
 * The exchange rate of a currency on a day: the recorded one, else the latest of the week before, else the current one of the settings.
 * Undefined for a currency without any of them.
 */
export async function readRateOn(
  db: Pick<Db, 'one'>,
  kernel: Pick<Kernel, 'settings'>,
  code: string,
  date: string,
): Promise<DatedRate | undefined> {
  const base = baseCurrency(kernel)
  if (code === base) return { rate: '1', date, source: 'base' }
  const recorded = await db.one<{ rate: string; date: string }>(sql`
    select trim_scale(rate)::text as rate, to_char(date, 'YYYY-MM-DD') as date from exchange_rate
    where base_currency = ${base} and currency = ${code} and date between ${date}::date - ${MOST_AGE_DAYS}::int and ${date}::date
    order by exchange_rate.date desc limit 1`)
  if (recorded) return { ...recorded, source: 'day' }
  const rate = getRate(kernel, code)
  if (rate === undefined) return undefined
  const today = await db.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`)
  return { rate, date: today?.day ?? date, source: 'settings' }
}

/** Codes of the currencies that have a rate: the base currency first, those of the settings, then others with recorded rates. */
export async function listRatedCurrencies(db: Pick<Db, 'rows'>, kernel: Pick<Kernel, 'settings'>): Promise<string[]> {
  const base = baseCurrency(kernel)
  const rows = await db.rows<{ code: string }>(
    sql`select distinct currency as code from exchange_rate where base_currency = ${base} order by currency`,
  )
  const supported = kernel.settings.of(currency).supported_currencies.map(({ identifier }) => identifier)
  return [...new Set([base, ...supported, ...rows.map(({ code }) => code)])]
}
