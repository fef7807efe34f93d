import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['payments'])

test('providers have labels in lists and filters, and an unknown provider is rejected', async () => {
  const { resources } = (await shop.owner.get('/api/admin/manifest')).body
  const { columns, filters } = resources.payment_method
  for (const list of [columns, filters]) {
    const { options } = list.find((column: { name: string }) => column.name === 'provider')
    expect(options).toContainEqual({ value: 'offline', label: 'Manual payment' })
    expect(options).toContainEqual({ value: 'stripe', label: 'Stripe' })
  }
  const refused = await shop.owner.post('/api/admin/payment_method', { title: { 'en-US': 'Shells' }, code: 'shells', provider: 'shells' })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['provider']])
})
