// of plugins/catalogue plugins/inventory
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'
import { retype } from './retype.ts'

/** Opens the inventory of a stock in a warehouse. */
async function openLine(page: Page, sku: string, warehouse: string): Promise<void> {
  const found = await page.request.get(`/api/admin/stock?q=${sku}`)
  const [stock] = ((await found.json()) as { data: { id: number }[] }).data
  const { data } = (await (await page.request.get(`/api/admin/inventory?stock_id=${stock?.id}`)).json()) as {
    data: { id: number; warehouse_name: string }[]
  }
  await page.goto(`/admin/inventories/edit/${data.find((line) => line.warehouse_name.startsWith(warehouse))?.id}`)
}

/** Creates and starts a stocktake of a warehouse. */
async function startCounting(page: Page, warehouse: string): Promise<void> {
  await signIn(page)
  await page.goto('/admin/stocktake/create')
  await page.getByLabel('Warehouse', { exact: true }).pressSequentially(warehouse)
  await page.getByRole('option', { name: new RegExp(warehouse) }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/admin\/stocktake$/)
  await page
    .getByRole('link', { name: /^ST\d+/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Start counting' }).click()
}

test('a warehouse is counted by scanning, and the difference is in the history of the inventory', async ({ page }) => {
  await startCounting(page, 'Sheung')
  const scan = page.getByLabel('Scan or enter a SKU or barcode')
  // A scanner types into the focused element: the field needs the focus without a click, even before the start notification has closed.
  await expect(scan).toBeFocused()
  await expect(page.locator('.bp6-toast').last()).toBeVisible()
  await page.keyboard.type('CDL-1')
  await page.keyboard.press('Enter')
  for (const code of ['CDL-1', 'nothing-like-it']) {
    await scan.pressSequentially(code)
    await scan.press('Enter')
  }
  await expect(page.getByText(/No variant found with the SKU or barcode "nothing-like-it"/).last()).toBeVisible()
  await expect(page.locator('.count-last')).toHaveText('White tea candle: 2')
  await retype(page.getByLabel('Counted quantity of CDL-1', { exact: true }), '4')
  await page.keyboard.press('Enter')
  await expect(page.locator('.count-progress')).toContainText('1 of')
  await expect(page.getByRole('row', { name: /CDL-1/ }).getByRole('cell').last()).toHaveText(/^[+-]?\d+$/)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply counts' }).click()
  // All lines were counted, so the dialog asks for nothing else.
  await page.getByRole('dialog').getByRole('button', { name: 'Apply counts' }).click()
  await expect(page.getByText('Approved').first()).toBeVisible()

  await openLine(page, 'CDL-1', 'Sheung')
  await expect(page.getByRole('cell', { name: 'Counted' })).toBeVisible()
})

test('a stocktake fits a phone: each line is a card with labelled figures', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startCounting(page, 'Kwai')
  const field = page.getByLabel('Counted quantity of CDL-1', { exact: true })
  await field.pressSequentially('3')
  await page.keyboard.press('Enter')
  await expect(page.locator('.count-progress')).toContainText('1 of')
  const line = page.locator('.count-lines tbody tr', { hasText: 'CDL-1' })
  // Counted quantity, expected quantity and difference fit the width of the screen.
  for (const place of [field, line.locator('td').last()]) {
    const box = await place.boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThan(390)
    expect(box?.height).toBeGreaterThan(0)
  }
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await wide()).toBeLessThanOrEqual(0)
  expect(await seriousFaults(page)).toEqual([])
  // A warehouse can have only one open stocktake, and other tests count this one too.
  const { origin, pathname } = new URL(page.url())
  expect((await page.request.post(`/api${pathname}/cancel`, { headers: { origin } })).status()).toBe(200)
})

test('applying a partial stocktake shows the number of uncounted lines, and asks what to do with them', async ({ page }) => {
  await startCounting(page, 'Kwai')
  await page.getByLabel('Scan or enter a SKU or barcode').pressSequentially('CDL-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/items are not counted\. You choose/)).toBeVisible()
  await page.getByRole('button', { name: 'Apply counts' }).click()
  const booking = page.getByRole('dialog')
  await booking.getByRole('button', { name: 'Apply counts' }).click()
  await expect(booking.getByText(/items are not counted\. Choose/)).toBeVisible()
  await booking.getByLabel('Uncounted items').selectOption({ label: 'Keep current quantity' })
  await booking.getByRole('button', { name: 'Apply counts' }).click()
  await expect(page.getByText('Approved').first()).toBeVisible()
})

test('inventory is discarded with a reason, and not more than available', async ({ page }) => {
  await signIn(page)
  await openLine(page, 'BOK-1', 'Kwai')
  await page.getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog')
  await retype(dialog.getByLabel('Quantity'), '9999')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByText('Quantity can not be large than inventory total quantity')).toBeVisible()
  await retype(dialog.getByLabel('Quantity'), '1')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('row', { name: /Discarded.*Expired or damaged/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
