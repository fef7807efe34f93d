import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { listRatedCurrencies, readRateOn } from '../index.ts'
import { recordRates } from '../services/record-rates.ts'

const shop = suite(['currency'])
const read = (code: string, date: string) => readRateOn(shop.it.kernel.db, shop.it.kernel, code, date)
const add = (date: string, currency: string, rate: string) => shop.owner.post('/api/admin/exchange_rate', { date, currency, rate })
const day = async () => (await shop.it.kernel.db.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`))?.day ?? ''
let today = ''
beforeAll(async () => void (today = await day()))

test('the rate of a day is the recorded one, that of the week before, or the current one', async () => {
  await add('2026-03-10', 'USD', '0.125')
  expect(await read('HKD', '2026-03-10')).toEqual({ rate: '1', date: '2026-03-10', source: 'base' })
  expect(await read('USD', '2026-03-10')).toEqual({ rate: '0.125', date: '2026-03-10', source: 'day' })
  expect(await read('USD', '2026-03-17')).toEqual({ rate: '0.125', date: '2026-03-10', source: 'day' })
  expect(await read('USD', '2026-03-18')).toEqual({ rate: '0.128', date: today, source: 'settings' })
  expect(await read('USD', '2026-03-09')).toMatchObject({ source: 'settings' })
  expect(await read('SEK', '2026-03-10')).toBeUndefined()
  await add('2026-03-10', 'SEK', '1.3')
  expect(await listRatedCurrencies(shop.it.kernel.db, shop.it.kernel)).toEqual(['HKD', 'USD', 'CNY', 'SEK'])
})

test.each<[string, object, string]>([
  ['the base currency', { currency: 'HKD' }, 'currency'],
  ['no currency', { currency: 'H$D' }, 'currency'],
  ['a currency with three decimals', { currency: 'KWD' }, 'currency'],
  ['a rate of nothing', { rate: '0' }, 'rate'],
  ['a rate of nine decimals', { rate: '0.123456789' }, 'rate'],
])('%s is refused at its field', async (_, values, field) => {
  const answer = await shop.owner.post('/api/admin/exchange_rate', { date: '2026-04-01', currency: 'USD', rate: '0.1', ...values })
  expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, [field]])
})

test('a day has one rate of a currency', async () => {
  expect((await add('2026-05-01', 'usd', '0.1')).status).toBe(201)
  const again = await add('2026-05-01', 'USD', '0.2')
  expect(again.status).toBe(422)
})

test('the rates of the settings are recorded for today, twice as once, and what staff entered stays', async () => {
  const { ctx, kernel } = shop.it
  await add(today, 'CNY', '0.9')
  await Promise.all([recordRates(ctx), recordRates(ctx)])
  const rows = () =>
    kernel.db.rows(
      sql`select currency, trim_scale(rate)::text as rate, source from exchange_rate where date = business_day() order by currency`,
    )
  expect(await rows()).toEqual([
    { currency: 'CNY', rate: '0.9', source: 'manual' },
    { currency: 'USD', rate: '0.128', source: 'settings' },
  ])
  const list = [
    { identifier: 'HKD', rate: '1', mark: 'HK$' },
    { identifier: 'USD', rate: '0.129', mark: 'US$' },
  ]
  await shop.owner.put('/api/admin/settings/currency', { base_currency: 'HKD', supported_currencies: list })
  await recordRates(ctx)
  expect(await rows()).toContainEqual({ currency: 'USD', rate: '0.129', source: 'settings' })
})
