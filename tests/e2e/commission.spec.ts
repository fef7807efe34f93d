// of plugins/commission
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('tiers are drawn as they are typed, and settlements of a period are calculated', async ({ page, baseURL }) => {
  await signIn(page)
  const name = `Tiers ${String(Date.now()).slice(-8)}`
  const { id } = await post<{ id: number }>(page, baseURL ?? '', 'commission_group', {
    name,
    method: 'tier_slab',
    tiers: [
      { amount_from: '0.00', amount_to: '1000.00', percent: '5' },
      { amount_from: '1000.00', amount_to: null, percent: '3' },
    ],
  })
  await page.goto(`/admin/commission/group/edit/${id}`)
  await expect(page.getByRole('heading', { name: 'What members earn' })).toBeVisible()
  await expect(page.getByText(/pays less than selling just below/)).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText(/has no entries from/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/commission/calculation')
  await page.getByRole('button', { name: 'Calculate period' }).click()
  await page.getByRole('button', { name: 'Calculate settlements' }).click()
  await expect(page.getByText(/Settlements are being calculated|Nobody has anything to settle/).first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
