// of plugins/runs plugins/catalogue/admin/rebuild ui-admin/src/run
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('the search index is rebuilt from the shop settings, and the job is listed under background jobs', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/configuration?active_tab=shop')
  await page.getByRole('button', { name: 'Rebuild index' }).click()
  await expect(page.getByText(/products indexed/)).toBeVisible({ timeout: 20_000 })
  await page.goto('/admin/run')
  await expect(page.getByRole('heading', { name: 'Background jobs' })).toBeVisible()
  const line = page.getByRole('row', { name: /Rebuild product search index/ })
  await expect(line.getByText('Completed')).toBeVisible()
  await expect(line.getByText(/products indexed/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
