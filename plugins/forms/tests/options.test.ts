import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'

const shop = suite(['forms'])

test('the options of a form select say which forms are enabled, by search or by ids', async () => {
  const create = async (url: string, enabled: boolean) =>
    fine(await shop.owner.post('/api/admin/form', { title: { 'en-US': `Choice ${url}` }, url, enabled })).body.id as number
  const [on, off] = [await create('open', true), await create('closed', false)]
  const expected = [
    { value: off, label: 'Choice closed', enabled: false },
    { value: on, label: 'Choice open', enabled: true },
  ]
  expect(fine(await shop.owner.get('/api/admin/form/options?q=Choice')).body.data).toEqual(expected)
  expect(fine(await shop.owner.get(`/api/admin/form/options?ids=${on},${off}`)).body.data).toEqual(expect.arrayContaining(expected))
})
