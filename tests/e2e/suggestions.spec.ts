// of ui-store plugins/catalogue
import { open, seriousFaults } from './support.ts'
import { expect, type Page, test } from './test.ts'

const bar = (page: Page) => page.locator('.bar-end > .search').getByRole('combobox')

test('typing shows suggestions, arrows select without leaving the box, and Enter opens the selection', async ({ page }) => {
  await open(page, '/')
  const box = bar(page)
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.pressSequentially('tea')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/^\d+ suggestions\./)).toBeAttached()
  expect(await seriousFaults(page)).toEqual([])
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? 'none')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box.press('ArrowUp')
  await expect(box).not.toHaveAttribute('aria-activedescendant')
  await box.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('tea')
  const name = await options.last().locator('.suggestion-title').innerText()
  await box.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('Enter at once searches for the typed text, and no suggestion appears afterwards', async ({ page }) => {
  await open(page, '/')
  await bar(page).pressSequentially('longjing')
  await bar(page).press('Enter')
  await expect(page).toHaveURL(/\/search\/longjing$/)
  await expect(page.locator('.card-name').first()).toHaveText('Longjing, first flush')
  // Longer than the debounce of the suggestions.
  await page.waitForTimeout(500)
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('Escape closes the suggestions and keeps the typed text', async ({ page }) => {
  await open(page, '/')
  await bar(page).pressSequentially('tea')
  await expect(page.getByRole('listbox')).toBeVisible()
  await bar(page).press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(bar(page)).toHaveValue('tea')
})

test('a late response does not replace a newer one, and a failed one leaves the box usable', async ({ page }) => {
  await page.route('**/api/product/suggest', async (route) => {
    const { keyword } = route.request().postDataJSON() as { keyword: string }
    if (keyword === 'te') await new Promise((done) => setTimeout(done, 900))
    if (keyword === 'pots') return route.abort()
    const named = { id: 1, title: `for ${keyword}`, url: 'tea' }
    return route.fulfill({ json: { categories: [named], products: [] } })
  })
  await open(page, '/')
  const suggestionRequest = page.waitForRequest((request) => request.postData()?.includes('"te"') ?? false)
  await bar(page).pressSequentially('te')
  await suggestionRequest
  await bar(page).pressSequentially('a')
  await expect(page.getByRole('option')).toHaveText('for tea')
  await page.waitForTimeout(1_200)
  await expect(page.getByRole('option')).toHaveText('for tea')
  await bar(page).press('Control+a')
  await bar(page).pressSequentially('pots')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await bar(page).press('Enter')
  await expect(page).toHaveURL(/\/search\/pots$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a suggestion in either script is visible, large enough and can be tapped', async ({ page }) => {
    await open(page, '/zh-HK/')
    await page.locator('.phone-search > summary').tap()
    const box = page.locator('.phone-search').getByRole('combobox')
    await box.pressSequentially('龙井')
    const option = page.getByRole('option', { name: /明前龍井/ })
    await expect(option).toBeInViewport({ ratio: 1 })
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await option.tap()
    await expect(page).toHaveURL(/\/zh-HK\/product\/longjing$/)
    await expect(box).toBeHidden()
  })
})

test('without scripts the box searches, and announces no suggestions', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await bar(page).fill('longjing')
  await bar(page).press('Enter')
  await expect(page).toHaveURL(/\/search\/longjing/)
  await expect(page.locator('.card-name').first()).toHaveText('Longjing, first flush')
  await context.close()
})
