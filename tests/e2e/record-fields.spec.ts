// of ui-admin/src/widgets plugins/catalogue/admin/product-form
import { signIn } from './support.ts'
import { expect, test } from './test.ts'

test('Enter in a record field selects what was typed, however fast', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/stocktake/create')
  const warehouse = page.locator('#field-warehouse_id')
  await warehouse.click()
  // The list is from before the typing; Enter must not choose its first option.
  await expect(page.getByRole('option').first()).toContainText('Kwai')
  await warehouse.pressSequentially('sheung')
  await warehouse.press('Enter')
  await expect(warehouse).toHaveValue(/^Sheung Wan/)

  await warehouse.click()
  await expect(page.getByRole('option').first()).toContainText('Kwai')
  await warehouse.pressSequentially('kwai')
  await warehouse.press('Enter')
  // Tab directly after Enter keeps the choice.
  await warehouse.press('Tab')
  await expect(warehouse).toHaveValue(/^Kwai Chung/)

  await warehouse.click()
  await warehouse.pressSequentially('nowhere at all')
  await warehouse.press('Enter')
  await expect(page.getByText('No results found')).toBeVisible()
  await warehouse.press('Escape')
  await expect(warehouse).toHaveValue(/^Kwai Chung/)
})

test('Enter in a multiple record field adds what was typed', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/create')
  const categories = page.locator('#field-categories')
  await categories.click()
  for (const words of ['gifts', 'cups']) {
    await categories.pressSequentially(words)
    await categories.press('Enter')
    await expect(page.locator('.bp6-tag', { hasText: new RegExp(`^${words}`, 'i') })).toBeVisible()
  }
  await expect(page.locator('.bp6-multi-select .bp6-tag')).toHaveText(['Gifts', 'Cups'])
})

test('the name and the values of an option are typed letter by letter', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/create')
  await page.getByRole('tab', { name: 'Variants' }).click()
  const names = page.getByRole('combobox', { name: 'Option name' })
  for (const [at, name, values] of [
    [0, 'Colour', ['Sand', 'Matte Black']],
    [1, 'Size', ['S', 'M']],
  ] as const) {
    await page.getByRole('button', { name: 'Add option' }).click()
    await names.nth(at).click()
    await page.keyboard.type(name)
    await expect(names.nth(at)).toHaveValue(name)
    await page.getByLabel('Add value').nth(at).click()
    for (const value of values) {
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
    }
    // A value can be edited in place.
    await page.getByLabel(`Values: ${values[1]}`, { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await expect(page.getByLabel(`Values: ${values[1]}!`)).toBeFocused()
  }
  await expect(page.getByText('2 × 2 = 4 variants (4 new, 0 existing)')).toBeVisible()
  await names.first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' tone')
  await expect(names.first()).toHaveValue('Colour tone')
  await expect(names.nth(1)).toHaveValue('Size')
  // The shop has translations for an option named Colour, but not for Colour tone.
  await page.getByText('Show translations', { exact: true }).click()
  await expect(page.locator('.option-texts input').first()).toHaveValue('Colour tone')
  await expect(page.locator('.option-texts input').nth(1)).toHaveValue('')
})
