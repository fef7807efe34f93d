import { type Ctx, lockKeys, sql } from 'stoa'
import { baseCurrency } from '../money.ts'
import { exchangeRate } from '../resources/exchange-rate.ts'
import { currency } from '../settings.ts'

interface RecordedRate {
  id: number
  rate: string
  source: string
}

/**
 * Records the rates of the settings for today, so that later documents find the rate of their day. Runs every hour: the last rate of a
 * day remains. A rate that a person entered stays. Safe to run twice: the lock runs two runs one after the other.
 */
export async function recordRates(ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const base = baseCurrency(kernel)
  await kernel.transaction(async (tx) => {
    await lockKeys(tx, ['currency/record-rates'])
    const date = (await tx.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`))?.day ?? ''
    for (const { identifier: code, rate } of kernel.settings.of(currency).supported_currencies) {
      if (code === base) continue
      const recorded = await tx.one<RecordedRate>(sql`
        select id, rate::text as rate, source from exchange_rate where base_currency = ${base} and currency = ${code} and date = ${date}::date`)
      if (!recorded) await kernel.resources.createIn(tx, ctx, exchangeRate, { date, currency: code, rate, source: 'settings' })
      else if (recorded.source === 'settings' && Number(recorded.rate) !== Number(rate))
        await kernel.resources.updateIn(tx, ctx, exchangeRate, recorded.id, { rate })
    }
  })
}
