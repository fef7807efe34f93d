// of ui-store plugins/catalogue/store plugins/sales/store plugins/people/store
import { PLACE, addTea, open, seriousFaults } from './support.ts'
import { expect, test } from './test.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('search is in the top bar, and its results are in view', async ({ page }) => {
    await open(page, '/zh-HK/')
    await page.locator('.phone-search > summary').click()
    const field = page.locator('.phone-search').getByRole('combobox')
    await expect(field).toBeFocused()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.type('龍井')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/zh-HK\/search\//)
    await expect(field).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(page.locator('.card-name').first()).toHaveText('明前龍井')
    // Searching for the same word again stays on the page with its results.
    const there = page.locator('.search-large').getByRole('combobox')
    await expect(there).toHaveValue('龍井')
    await there.press('Enter')
    await expect(there).not.toBeFocused()
    await expect(page).toHaveURL(/\/search\/%E9%BE%8D%E4%BA%95$/)
  })

  test('the phone menu changes the currency', async ({ page }) => {
    await open(page, '/product/longjing')
    await page.getByLabel('Menu', { exact: true }).click()
    await page.locator('.phone-menu').getByRole('link', { name: /^USD/ }).click()
    await expect(page.locator('.phone-menu')).not.toHaveAttribute('open')
    await expect(page.locator('.buy-box .price').first()).toContainText('US$21.50')
  })

  test('buying without a selected option leads to the options', async ({ page }) => {
    await open(page, '/product/longjing')
    const button = page.locator('.buy-row .button-main')
    const top = () => button.evaluate((element) => element.getBoundingClientRect().top + scrollY)
    const before = await top()
    await page.locator('.buy-bar-shown button').click()
    const options = page.getByRole('group', { name: /^Weight/ })
    await expect(options).toBeInViewport({ ratio: 1 })
    await expect(options.locator('.field-problem')).toHaveText('Please choose an option first.')
    await expect(options.getByRole('radio').first()).toBeFocused()
    await expect(page.locator('.toast')).toHaveCount(0)
    expect(await seriousFaults(page)).toEqual([])
    expect(await top()).toBe(before)
    await page.keyboard.press('Space')
    await expect(options.locator('.field-problem')).toHaveCount(0)
    expect(await top()).toBe(before)
  })
})

test('a guest is asked for one phone number, and told at once that it is required', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page.locator(PLACE)).toBeVisible()
  const phone = page.getByRole('textbox', { name: /phone|contact number/i })
  await expect(phone).toHaveCount(1)
  await expect(page.locator('label[for=checkout-phone]')).not.toContainText('optional')
  await page.locator(PLACE).click()
  await page
    .locator('#checkout-problems')
    .getByRole('link', { name: /^Phone/ })
    .click()
  await expect(phone).toBeFocused()
  await page.keyboard.type('91234567')
  await expect(page.locator('#checkout-problems')).not.toContainText(/phone|contact number/i)
  // The recipient may have another phone number.
  await page.getByLabel('Someone else will receive the order').check()
  await expect(page.getByLabel('Contact number for delivery')).toHaveAttribute('aria-describedby', /hint/)
  await expect(page.locator('label[for=checkout-contact_number]')).toContainText('optional')
})
