import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['pos'])

test('the smallest coin options are labelled with their amounts', async () => {
  const { form } = (await shop.owner.get('/api/admin/settings/pos')).body
  const fields: { name: string; options?: { label: string }[] }[] = form.groups.flatMap((group: any) => group.fields)
  const coin = fields.find(({ name }) => name === 'coin')
  expect(coin?.options?.map(({ label }) => label)).toEqual(['Currency default', '0.01', '0.05', '0.10', '0.50', '1.00', '5.00', '10.00'])
})
