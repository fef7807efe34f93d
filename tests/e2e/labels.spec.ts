// of plugins/labels
import { countPages } from '../support/pdf.ts'
import { readFileSync } from 'node:fs'
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'
import { retype } from './retype.ts'

test('labels of selected products are previewed, started at the first free label, and downloaded', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product?q=Longjing')
  await page
    .getByRole('checkbox', { name: /Longjing/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Print labels (1)' }).click()
  await expect(page.getByRole('heading', { name: 'Selected variants' })).toBeVisible()
  const copies = page.getByRole('spinbutton', { name: /Labels for Longjing/ })
  const stocks = await copies.count()
  await retype(copies.first(), '24')
  await retype(page.getByLabel('First free label'), '24')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  // The element under the pointer must also be readable.
  await page.getByText('QR code', { exact: true }).hover()
  expect(await seriousFaults(page)).toEqual([])
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('Stocks Barcodes.pdf')
  expect(countPages(readFileSync(await file.path()))).toBe(Math.ceil((23 + 24 + stocks - 1) / 24))
})

test('scanned codes are added at once, and an empty selection shows an error', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/print-label')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  await expect(page.getByText('Please select at least one stock').first()).toBeVisible()
  const find = page.getByLabel('Search variants')
  for (let scans = 1; scans <= 2; scans++) {
    await find.pressSequentially('LJ-50')
    await find.press('Enter')
    await expect(page.getByRole('spinbutton', { name: /Labels for/ })).toHaveValue(String(scans))
    await expect(find).toHaveValue('')
  }
})

test('a large label print runs in the background, can be stopped, and results in a file', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/print-label')
  await page.getByText('QR code', { exact: true }).click()
  const choose = async (count: number) => {
    const offered = page.getByRole('list', { name: 'Variants found' })
    await expect(offered.getByRole('button', { name: /^Add / }).first()).toBeVisible()
    for (let i = 0; i < count; i++) await offered.getByRole('button', { name: /^Add / }).first().click()
    const copies = page.getByRole('spinbutton', { name: /Labels for/ })
    await expect(copies).toHaveCount(count)
    for (let i = 0; i < count; i++) await retype(copies.nth(i), '1000')
  }
  const print = page.getByRole('button', { name: 'Download PDF' })

  await choose(12)
  await print.click()
  await page.getByRole('button', { name: 'Stop QR code labels' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('No results are kept.')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped before it finished.')).toBeVisible({ timeout: 20_000 })
  await expect(print).toBeHidden()
  await page.getByRole('button', { name: 'Print more labels' }).click()

  await page.getByRole('button', { name: 'Remove all' }).click()
  await choose(3)
  await print.click()
  await expect(page.getByText('You can leave this page.')).toBeVisible()
  await expect(page.getByText('3000 labels on 125 pages printed.')).toBeVisible({ timeout: 60_000 })
  const arriving = page.waitForEvent('download')
  await print.click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('Stocks QR Codes.pdf')
  expect(countPages(readFileSync(await file.path()))).toBe(125)
})
