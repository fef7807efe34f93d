// of plugins/reports
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('a report is grouped, opened down to its rows, saved and exported, also on a phone', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/report')
  await page.locator('.report-list').getByRole('link', { name: 'Inventory report' }).click()
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

test('totals are shown as a funnel, two dimensions as a table of shaded cells, and a report keeps its own first period', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/admin/report/email')
  await expect(page.getByText('There is nothing in this period with these filters.')).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(0)

  // The sample shop has sent no broadcast.
  await page.route(/\/api\/admin\/report\/email/, async (route) => {
    const response = await route.fetch()
    const view = await response.json()
    const values = view.measures.map(({ type }: { type: string }) => (type === 'percent' ? '0.5' : '8'))
    await route.fulfill({
      response,
      json: { ...view, totals: values, groups: [{ keys: ['1'], labels: ['Autumn tea'], values, compared: null }] },
    })
  })
  await page.reload()
  await expect(page.getByRole('figure', { name: /^Email report/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  // The sample shop has no customers who came back.
  await page.route(/\/api\/admin\/report\/cohorts/, async (route) => {
    const response = await route.fetch()
    const view = await response.json()
    const group = (month: string, age: string, share: string) => ({
      keys: [month, age],
      labels: [month, age],
      values: view.measures.map(({ name }: { name: string }) => (name === 'retention' ? share : '0')),
      compared: null,
    })
    const groups = [group('2026-10-01', '0', '1'), group('2026-10-01', '1', '0.25'), group('2026-11-01', '0', '1')]
    await route.fulfill({ response, json: { ...view, groups } })
  })
  await page.goto('/admin/report/cohorts')
  await expect(page.getByLabel('Period')).toHaveValue('last_12_months')
  const cells = page.getByRole('region', { name: 'Retention by Month and Months after the first order' })
  await expect(cells.getByRole('cell')).toHaveText(['100%', '25%', '100%', ''])
  expect(await seriousFaults(page)).toEqual([])
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
