import ExcelJS from 'exceljs'
import { expect, type Page, test } from '@playwright/test'
import { open, seriousFaults, signIn } from './support.ts'

/** Chooses a file in the import dialog and waits for its columns. */
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('2 of 4')).toBeVisible()
}

const counts = (page: Page) => page.locator('.import-counts b')

test('a product with options is made in one go, translated, and sold in that language', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/create')
  await page.getByLabel('Product Name').fill('Rain jacket')
  const name = page.getByRole('textbox', { name: 'Option name' })
  const stocks = page.getByRole('tab', { name: 'Stocks' })
  await stocks.click()
  const add = page.getByLabel('Add a value')
  await page.getByRole('button', { name: 'Add option' }).click()
  await name.fill('Colour')
  await add.fill('Matte Black, Sand')
  await add.press('Enter')
  await page.getByRole('button', { name: 'Add option' }).click()
  await name.nth(1).fill('Size')
  await add.nth(1).fill('S, M, L')
  await add.nth(1).press('Enter')
  await expect(page.getByText('2 × 3 = 6 stocks (6 new, 0 kept)')).toBeVisible()
  await page.getByRole('button', { name: 'Generate stocks' }).click()
  await page.getByLabel('Price', { exact: true }).first().fill('480')
  await page.getByRole('button', { name: 'Copy the first Price to all' }).click()
  const sandL = page.getByRole('group', { name: 'Stock Sand / L' })
  await page.getByRole('button', { name: 'More about Sand / L' }).click()
  await sandL.getByLabel('Total').fill('9')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/product$/)

  await page.getByRole('link', { name: 'Rain jacket' }).click()
  await stocks.click()
  await page.getByRole('button', { name: 'More about Sand / L' }).click()
  await sandL.getByRole('button', { name: 'Adjust' }).click()
  await page.getByRole('dialog').getByLabel('Quantity').fill('5')
  await expect(page.getByRole('dialog').getByText('9 → 14')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(sandL.locator('.stock-available')).toContainText('14')

  await page.getByRole('button', { name: /繁體中文/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch and discard' }).click()
  await expect(page.getByRole('button', { name: /繁體中文/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('tab', { name: 'General' }).click()
  await page.locator('#field-name').fill('雨衣')
  await stocks.click()
  await name.first().fill('顏色')
  await page.getByLabel('Values: Matte Black').fill('啞黑')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Submit Success').first()).toBeVisible()
  const url = await page.locator('#field-url').inputValue()

  await open(page, `/zh-HK/product/${url}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('雨衣')
  await expect(page.locator('.buy-box')).toContainText('顏色')
  await expect(page.locator('.buy-box')).toContainText('啞黑')
  await open(page, `/en-US/product/${url}`)
  await expect(page.locator('.buy-box')).toContainText('Matte Black')
})

test('an option without a name is refused in the exact words', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/create')
  await page.getByRole('tab', { name: 'Stocks' }).click()
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByLabel('Add a value').fill('Red, Blue')
  await page.getByLabel('Add a value').press('Enter')
  await page.getByRole('button', { name: 'Generate stocks' }).click()
  await expect(page.getByText('Please make sure all option names are not empty')).toBeVisible()
})

test('two edits in an exported sheet are the two changes the import shows and makes', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product')
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /^All/ }).click()])
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
  await expect(page.getByText('3 of 4')).toBeVisible()
  await expect(counts(page).nth(0)).toHaveText('0')
  await expect(counts(page).nth(1)).toHaveText('2')
  await expect(counts(page).nth(3)).toHaveText('0')
  await expect(page.locator('.cell-change')).toHaveCount(2)
  await expect(page.locator('.cell-change ins')).toHaveText(['310.50', 'Bamboo tea tray, wide'])
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 records' }).click()
  await expect(page.getByText('Import Success')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/admin/product?q=TRY')
  await expect(page.getByRole('link', { name: 'Bamboo tea tray, wide' })).toBeVisible()
})

test("somebody else's sheet: columns are matched once, kept, and known again; bad rows are told", async ({ page }) => {
  const file = {
    name: 'old-site.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Heading,Path\nAlpha,alpha-one\nBeta,bad url!\n'),
  }
  await signIn(page)
  await page.goto('/admin/page')
  await choose(page, file)
  await page.getByLabel('Field: Heading').selectOption('title')
  await page.getByLabel('Field: Path').selectOption('url')
  await page.getByLabel('Name for these columns').fill('Old site')
  await page.getByRole('button', { name: 'Keep for next time' }).click()
  await expect(page.getByText('Columns kept')).toBeVisible()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(counts(page).nth(0)).toHaveText('1')
  await expect(counts(page).nth(3)).toHaveText('1')
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  await expect(page.getByText('Import Some Rows Fail', { exact: true })).toBeVisible()
  await expect(page.locator('.import-rows')).toContainText('bad url!')
  await page.getByRole('button', { name: 'Done' }).click()
  await choose(page, file)
  await expect(page.getByText('This file was recognised: it is read as Old site.')).toBeVisible()
})

test('a sheet of a shop system that is known is read by its built-in mapping', async ({ page }) => {
  const header = 'slug,sku,name,price,compare_at_price,status,category1,option1_name,option1_value,inventory_count,inventory_backorderable'
  const buffer = Buffer.from(
    `${header}\nkettle,KETTLE,Kettle,0,0,active,Kitchen -> Kettles,,,,\nkettle,KETTLE-RED,,49.90,0,,,Colour,Red,12,FALSE\n`,
  )
  await signIn(page)
  await page.goto('/admin/product')
  await choose(page, { name: 'products.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText(/recognised: it is read as Spree products/)).toBeVisible()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(counts(page).nth(0)).toHaveText('1')
  await expect(counts(page).nth(3)).toHaveText('0')
})
