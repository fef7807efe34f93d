// of plugins/sheets plugins/catalogue
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'
import { retype } from './retype.ts'

const csv = `Code,Of,What,Kind,Colour,Cost,Left
C-R,CARAFE,,Colour,Red,31,4
CARAFE,,Carafe,,,,
C-B,CARAFE,,,Blue,32,5
`

test('an unknown sheet is mapped with conditions, constants and two fields per column, with a preview, and changed after the check', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/admin/product')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'carafes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.locator('.transfer-steps [aria-current]')).toHaveText('Columns')

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('The sheet needs the column')
  await page.getByLabel('Group lines by').selectOption('Of')
  await page.getByLabel('or, if blank, by').selectOption('Code')
  await page.getByLabel('Field: Code', { exact: true }).selectOption('product_sku')
  await page.getByLabel('Lines for Field: Code', { exact: true }).selectOption('own')
  await page.getByRole('button', { name: 'Map to another field: Code' }).click()
  await page.getByLabel('Field 2: Code', { exact: true }).selectOption('stock_sku')
  await page.getByLabel('Lines for Field 2: Code', { exact: true }).selectOption('part')
  for (const [column, field] of [
    ['What', 'name'],
    ['Kind', 'option1_key'],
    ['Colour', 'option1_value'],
    ['Cost', 'price'],
    ['Left', 'quantity'],
  ] as const)
    await page.getByLabel(`Field: ${column}`, { exact: true }).selectOption(field)
  await page.getByLabel('Same as the line above: Kind').check({ force: true })
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Field with fixed value').selectOption('warehouse')
  await retype(page.getByLabel(/^Fixed value:/), 'main')
  await expect(page.getByLabel(/^Fixed value:/)).toHaveValue('main')

  await expect(preview).toContainText('1 records from 3 lines')
  await expect(preview.locator('.preview-record')).toHaveCount(1)
  await expect(preview.locator('.preview-part[data-depth="1"]')).toHaveCount(2)
  await expect(preview.locator('.preview-part[data-depth="1"]').nth(1)).toContainText('Colour')
  await expect(preview.locator('.preview-part[data-depth="2"]').first()).toContainText('main')
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page).toHaveURL(/\/transfer\/product\/import\/\d+$/)
  await expect(page.locator('.import-counts b').nth(0)).toHaveText('1')

  // Change a single setting after going back.
  await page.getByRole('button', { name: 'Back to columns' }).click()
  await expect(page.getByLabel('Field 2: Code', { exact: true })).toHaveValue('stock_sku')
  await expect(page.getByLabel('Lines for Field 2: Code', { exact: true })).toHaveValue('part')
  await expect(page.getByLabel('Same as the line above: Kind')).toBeChecked()
  await expect(page.getByLabel(/^Fixed value:/)).toHaveValue('main')
  await page.getByLabel('Field: Left', { exact: true }).selectOption('')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.locator('.import-counts b').nth(0)).toHaveText('1')
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  await expect(page.getByText('Import Success')).toBeVisible()
  await page.goto('/admin/product?q=CARAFE')
  await expect(page.getByRole('link', { name: 'Carafe', exact: true })).toBeVisible()
})
