// of plugins/catalogue plugins/ebook plugins/wishlist ui-store
import { open, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const names = '.grid .card-name'

test.describe('lists with filters', () => {
  test('a checked filter narrows the list at once, is in the URL, and can be removed', async ({ page }) => {
    await open(page, '/category/tea')
    const filters = page.locator('.filter-side')
    await filters.getByLabel(/^Nutty/).check()
    await expect(page).toHaveURL(/taste=nutty/)
    await expect(page.locator(names)).toHaveCount(2)
    await filters.getByLabel(/^Floral/).check()
    await expect(page).toHaveURL(/taste=nutty%2Cfloral/)
    await expect(filters.getByLabel(/^Floral/)).toBeChecked()
    await page.reload()
    await expect(filters.getByLabel(/^Nutty/)).toBeChecked()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await page.getByRole('link', { name: 'Remove filter: Nutty' }).click()
    await expect(page).toHaveURL(/taste=floral$/)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/\/category\/tea$/)
    expect(await seriousFaults(page)).toEqual([])
  })

  test('without scripts the filter form is submitted, and several options of one filter combine', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/category/tea')
    await page
      .locator('.filter-side')
      .getByLabel(/^Nutty/)
      .check()
    await page
      .locator('.filter-side')
      .getByLabel(/^Earthy/)
      .check()
    await page.locator('.filter-side').getByLabel('From').fill('100')
    await page.locator('.filter-price').getByRole('button').click()
    await expect(page).toHaveURL(/taste=nutty&taste=earthy/)
    await expect(page.locator('.filter-side').getByLabel(/^Earthy/)).toBeChecked()
    await expect(page.locator('.chosen')).toContainText('From HK$100.00')
    for (const name of await page.locator(names).allTextContents())
      expect(['Longjing, first flush', 'Da Hong Pao', "Ripe Pu'er, 2016"]).toContain(name)
    await context.close()
  })

  test('on a phone the filters open in a drawer that keeps its selection and returns focus', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/category/tea')
    await page.getByRole('button', { name: 'Filter' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filter' })
    await drawer.getByLabel(/^Earthy/).check()
    await expect(page).toHaveURL(/taste=earthy/)
    await expect(drawer.getByLabel(/^Earthy/)).toBeChecked()
    expect(await seriousFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: /^Show products/ }).click()
    await expect(page.locator(names)).toHaveText(["Ripe Pu'er, 2016"])
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeFocused()
  })

  test('filters without results show a message and a link to reset them', async ({ page }) => {
    await open(page, '/category/tea?taste=earthy&caffeine=none')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await page.locator('.empty-state').getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.locator(names)).toHaveCount(12)
  })

  test('a search in either Chinese script finds the same products, best match first', async ({ page }) => {
    for (const [prefix, keyword] of [
      ['/zh-HK', '铁观音'],
      ['/zh-CN', '鐵觀音'],
    ]) {
      await open(page, `${prefix}/search/${keyword}`)
      await expect(page.locator(names).first()).toHaveText(prefix === '/zh-HK' ? '炭焙鐵觀音' : '炭焙铁观音')
    }
    await expect(page.locator('#sort')).toHaveValue('relevance')
  })
})

test('a guest stores wishlist products in the browser, and their page requires an account', async ({ page }) => {
  await open(page, '/category/tea')
  const heart = page.getByRole('button', { name: 'Add Jasmine pearls to wishlist' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: 'Wishlist, 1 product' })).toBeVisible()
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  const account = {
    email: 'wisher@shop.test',
    first_name: 'May',
    last_name: 'Chan',
    password: 'a long password',
    password_confirmation: 'a long password',
  }
  await page.request.post('/api/register', { data: account })
  await page.request.post('/api/login', { data: account, headers: { origin: new URL(page.url()).origin } })
  await open(page, '/wishlist')
  await expect(page.locator(names)).toHaveText(['Jasmine pearls'])
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Jasmine pearls to wishlist' }).click()
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
})

test('a public ebook is downloaded, and one for buyers shows an error with a link to buy it', async ({ page }) => {
  await open(page, '/ebook')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: A small brewing guide' }).click()
  expect((await download).url()).toContain('signature=')
  await page.getByRole('button', { name: 'Download: Tea notes, the printable pages' }).click()
  await expect(page.getByRole('alert')).toContainText('You do not have permission to download this file')
  await expect(page.getByRole('link', { name: 'View Tea notes' })).toHaveAttribute('href', '/product/tea-notes')
  expect(await seriousFaults(page)).toEqual([])
})

test('an attribute is made with a value whose code follows from its label', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/attribute/create')
  await page.getByLabel('Label').first().fill('Season')
  await page.getByLabel('Key').fill('season')
  await page.getByRole('button', { name: /Add.*Values/ }).click()
  await page.getByRole('group', { name: 'Values 1' }).getByLabel('Label').fill('Spring')
  await page.getByText('Category pages', { exact: true }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/admin\/attribute$/)
  await expect(page.getByText('season', { exact: true })).toBeVisible()
})
