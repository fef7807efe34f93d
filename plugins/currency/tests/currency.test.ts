import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { baseCurrency, markedMoney, getRate } from '../index.ts'

const shop = suite(['currency'])

const put = (body: object) => shop.owner.put('/api/admin/settings/currency', body)

test('without a shop there are a base currency and rates, which staff see and change', async () => {
  const { kernel } = shop.it
  expect(kernel.registry.plugins.map((p) => p.id)).toEqual(['core', 'currency'])
  expect([baseCurrency(kernel), getRate(kernel, 'USD'), getRate(kernel, 'JPY')]).toEqual(['HKD', '0.128', undefined])
  const list = [
    { identifier: 'USD', rate: '1', mark: '' },
    { identifier: 'JPY', rate: '150', mark: '¥' },
  ]
  expect((await put({ base_currency: 'USD', supported_currencies: list })).status).toBe(200)
  expect([baseCurrency(kernel), getRate(kernel, 'JPY')]).toEqual(['USD', '150'])
  expect((await shop.owner.get('/api/admin/manifest')).body.site.currency).toBe('USD')
  expect((await shop.guest.get('/api/settings?groups=currency')).body.currency).toEqual({
    base_currency: 'USD',
    supported_currencies: list,
  })
  expect(markedMoney(kernel, 128_000_050)).toBe('USD 1,280,000.50')
})

test('an invalid list of currencies is rejected with a readable message', async () => {
  const refused = async (supported_currencies: unknown) =>
    (await put({ base_currency: 'HKD', supported_currencies })).body.messages.supported_currencies[0]
  const hkd = { identifier: 'HKD', rate: '1', mark: 'HK$' }
  expect(await refused([{ ...hkd, identifier: 'hk' }])).toBe('"hk" is not a currency code of three letters, such as HKD.')
  expect(await refused([{ ...hkd, rate: '0' }])).toBe('The rate of HKD must be a number greater than 0 with at most eight decimals.')
  // Prices are computed with eight decimals. A finer rate could be stored but would fail every checkout.
  expect(await refused([hkd, { identifier: 'USD', rate: '0.123456789', mark: '' }])).toBe(
    'The rate of USD must be a number greater than 0 with at most eight decimals.',
  )
  expect(
    (await put({ base_currency: 'HKD', supported_currencies: [hkd, { identifier: 'USD', rate: '0.12345678', mark: '' }] })).status,
  ).toBe(200)
  expect(await refused([hkd, hkd])).toBe('HKD is in the list twice. Remove one of them.')
  expect(await refused([{ ...hkd, identifier: 'USD' }])).toBe('The base currency HKD must be in the list.')
  expect(await refused([{ ...hkd, rate: '2' }])).toBe('HKD is the base currency, so its rate must be 1.')
})
