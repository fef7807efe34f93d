// of plugins/catalogue plugins/currency plugins/sales ui-store
import { open, post, signIn } from './support.ts'
import { expect, test } from './test.ts'

const TEA = '/product/longjing'

test('a price set for a currency is shown on the page and in the cart, and not used for another currency', async ({
  browser,
  page,
  baseURL,
}) => {
  const staff = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage()
  await signIn(staff)
  const { stocks } = (await (await page.request.post('/api/product', { data: { url: 'longjing' } })).json()) as {
    stocks: { id: number; price: string }[]
  }
  const small = stocks.find(({ price }) => price === '168.00')
  await post(staff, baseURL ?? '', 'stock_price', { stock_id: small?.id, price: '15.00', currency: 'USD' })
  await staff.context().close()

  await open(page, TEA)
  const price = page.locator('.buy-box .price').first()
  await expect(price).toContainText('HK$168.00')
  await page.getByLabel('Currency: HKD').click()
  await page.getByRole('link', { name: /^USD/ }).click()
  await expect(price).toContainText('US$15.00')
  await page.locator('.option-value', { has: page.locator('input[value="50g"]') }).click()
  await expect(price).toContainText('US$15.00')
  await expect(price).toContainText('US$21.50')
  await page.locator('.buy-row button[type=submit]').click()
  const cart = page.getByRole('dialog')
  await expect(cart.locator('.totals .total')).toContainText('US$15.00')
  await expect(cart).toContainText('Your price')

  // Lists show the price too, with server-side and client-side rendering.
  await cart.getByRole('button', { name: 'Close' }).click()
  await open(page, '/search?keyword=longjing')
  const card = page.locator('.card', { has: page.locator(`a[href$="${TEA}"]`) })
  await expect(card.locator('.price')).toContainText('US$15.00')
  await page.reload()
  await expect(card.locator('.price')).toContainText('US$15.00')

  // The other currency has no fixed price, so the cart is recalculated.
  await open(page, TEA)
  await page.getByLabel('Currency: USD').click()
  await page.getByRole('link', { name: /^HKD/ }).click()
  await page.locator('.bar-button[aria-haspopup=dialog]').click()
  await expect(cart.locator('.totals')).toContainText('HK$168.00')
  await expect(cart).not.toContainText('Your price')
})
