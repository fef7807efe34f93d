// of plugins/reports
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('a report is grouped, opened down to its rows, saved and exported, also on a phone', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/report')
  await page.getByRole('main').getByRole('link', { name: 'Inventory report' }).click()
  await expect(page.getByRole('heading', { name: 'Inventory report', level: 1 })).toBeVisible()
  const table = page.getByRole('region', { name: 'Inventory report' })
  await expect(table.getByRole('rowheader', { name: 'Total' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByLabel('Group by').selectOption({ label: 'Product' })
  await expect(table.getByRole('columnheader', { name: 'Product' })).toBeVisible()
  await table.getByRole('button', { name: 'On hand', exact: true }).click()
  await expect(page).toHaveURL(/sort=-on_hand/)
  const number = table.getByRole('button', { name: /show the rows behind On hand/ }).first()
  const count = (await number.textContent()) ?? ''
  await number.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(/\d+ rows/)).toBeVisible()
  await expect(drawer.locator('tfoot')).toContainText(count)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: 'Save report' }).click()
  await page.getByLabel('Name').pressSequentially('By product')
  await page.getByRole('dialog').getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('navigation', { name: 'Saved reports' }).getByRole('link', { name: 'By product' })).toBeVisible()
  await page.getByRole('button', { name: 'Export report' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Table as CSV' }).click()])
  expect(file.suggestedFilename()).toBe('export list.csv')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/report/sales?period=last_30_days&compare=previous')
  await expect(page.getByRole('heading', { name: 'Sales report', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sales report' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(page)).toEqual([])
})
