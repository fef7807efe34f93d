// of core/fields plugins/sheets
import ExcelJS from 'exceljs'
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Chooses a file to import and waits for its columns. */
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.locator('.transfer-steps [aria-current]')).toHaveText('Columns')
}

const counts = (page: Page) => page.locator('.import-counts b')

test('two edits in an exported sheet are the two changes the import shows and makes', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product')
  await page.getByRole('button', { name: 'Export' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^All matching/)
    .check({ force: true })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('export list.xlsx')
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(await download.path())
  const sheet = book.worksheets[0] as ExcelJS.Worksheet
  const header = (sheet.getRow(1).values as string[]).slice(1)
  const at = (name: string) => header.indexOf(name) + 1
  const row = (sku: string) => {
    let found = 0
    sheet.eachRow((line, n) => {
      if (line.getCell(at('stock_sku')).value === sku) found = n
    })
    return found
  }
  sheet.getCell(row('SET-1'), at('price')).value = '310.50'
  sheet.getCell(row('TRY-1'), at('name')).value = 'Bamboo tea tray, wide'
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await choose(page, { name: 'edited.xlsx', mimeType, buffer: Buffer.from(await book.xlsx.writeBuffer()) })
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page).toHaveURL(/\/transfer\/product\/import\/\d+$/)
  await expect(counts(page).nth(0)).toHaveText('0')
  await expect(counts(page).nth(1)).toHaveText('2')
  await expect(counts(page).nth(3)).toHaveText('0')
  await expect(page.locator('.cell-change')).toHaveCount(2)
  await expect(page.locator('.cell-change ins')).toHaveText(['310.50', 'Bamboo tea tray, wide'])
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 records' }).click()
  await expect(page.getByText('Import Success')).toBeVisible()
  await expect(page.locator('.bp6-card', { has: page.locator('.transfer-steps') })).toBeFocused()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/\/admin\/product$/)
  await page.goto('/admin/product?q=TRY')
  await expect(page.getByRole('link', { name: 'Bamboo tea tray, wide' })).toBeVisible()

  // After leaving the page, the import is still listed and can be undone.
  await page.goto('/admin/transfer')
  expect(await seriousFaults(page)).toEqual([])
  await page
    .getByRole('row', { name: /edited\.xlsx/ })
    .getByRole('link', { name: 'Open' })
    .click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('2 records were undone.')).toBeVisible()
  await page.goto('/admin/product?q=TRY')
  await expect(page.getByRole('link', { name: 'Bamboo tea tray', exact: true })).toBeVisible()
})

test('foreign sheet: columns are mapped once, remembered and recognized, and bad rows are reported', async ({ page }) => {
  const file = {
    name: 'old-site.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Heading,Path\nAlpha,alpha-one\nBeta,bad url!\n'),
  }
  await signIn(page)
  await page.goto('/admin/page')
  await choose(page, file)
  // On a phone the target field of a column is readable, and nothing overflows the screen.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await page.getByLabel('Field: Heading').boundingBox())?.width).toBeGreaterThan(250)
  await expect(page.getByText('Alpha · Beta')).toBeVisible()
  await expect(page.locator('.import-preview')).toContainText('The sheet needs the column')
  await expect(page.locator('.import-preview')).not.toContainText('columns:')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByLabel('Field: Heading').selectOption('title')
  await page.getByLabel('Field: Path').selectOption('url')
  await page.getByLabel('Mapping name').fill('Old site')
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await expect(page.getByText('Mapping saved')).toBeVisible()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(counts(page).nth(0)).toHaveText('1')
  await expect(counts(page).nth(3)).toHaveText('1')
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  await expect(page.getByText('Import Some Rows Fail', { exact: true })).toBeVisible()
  await expect(page.locator('.import-rows')).toContainText('bad url!')
  const [failed] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download failed rows (.xlsx)' }).click(),
  ])
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(await failed.path())
  const sheet = book.worksheets[0] as ExcelJS.Worksheet
  expect((sheet.getRow(2).values as string[]).slice(1, 3)).toEqual(['Beta', 'bad url!'])
  await page.goto('/admin/page')
  await choose(page, file)
  await expect(page.getByText('This file was recognised as Old site.')).toBeVisible()
})

test('a sheet of a shop system that is known is read by its built-in mapping', async ({ page }) => {
  const header = 'slug,sku,name,price,compare_at_price,status,category1,option1_name,option1_value,inventory_count,inventory_backorderable'
  const buffer = Buffer.from(
    `${header}\nkettle,KETTLE,Kettle,0,0,active,Kitchen -> Kettles,,,,\nkettle,KETTLE-RED,,49.90,0,,,Colour,Red,12,FALSE\n`,
  )
  await signIn(page)
  await page.goto('/admin/product')
  await choose(page, { name: 'products.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText(/recognised as Spree /)).toBeVisible()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(counts(page).nth(0)).toHaveText('1')
  await expect(counts(page).nth(3)).toHaveText('0')
})

test('a sheet of 1001 rows is rejected with the exact message', async ({ page }) => {
  const lines = Array.from({ length: 1_001 }, (_, i) => `Title ${i},url-${i}`)
  await signIn(page)
  await page.goto('/admin/transfer/page/import')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(['title,url', ...lines].join('\n')) })
  await expect(page.locator('#main [role=alert]').getByText('The data can only import 1000 records at a time')).toBeVisible()
  await expect(page.locator('#main [role=alert]').getByText('Import Fail')).toBeVisible()
})

test('a preset that reads only parts of cells shows its fields, and the file can be imported', async ({ page }) => {
  const cells =
    '1,u1,Tasting,2026-03-01T01:00:00.000Z,completed,7,60,2026-03-05T01:00:00.000Z,2026-03-05T02:00:00.000Z,,Ann Ho (ann@cal.test)'
  const header = 'id,uid,title,createdAt,timeStatus,eventTypeId,eventLength,startTime,endTime,noShowGuests,attendee1'
  await signIn(page)
  await page.goto('/admin/contact')
  await choose(page, { name: 'bookings.csv', mimeType: 'text/csv', buffer: Buffer.from(`${header}\n${cells}\n`) })
  await expect(page.getByText('recognised as Cal.com')).toBeVisible()
  await expect(page.getByText('Split into: First name, Email')).toBeVisible()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(counts(page).nth(0)).toHaveText('1')
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  await expect(page.getByText('Import Success')).toBeVisible()
  await page.goto('/admin/contact?q=ann@cal.test')
  await expect(page.getByRole('link', { name: 'Ann Ho' })).toBeVisible()
})
