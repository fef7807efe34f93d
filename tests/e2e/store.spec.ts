// of core/http plugins/catalogue plugins/currency plugins/sales plugins/shipping ui-store
import { PLACE, addTea, fillCheckout, open, seriousFaults } from './support.ts'
import { expect, test } from './test.ts'

// Demo products: tea in two weights, and a teapot with one colour out of stock.
const TEA = '/product/longjing'
const POT = '/product/clay-teapot'

test.describe('reading', () => {
  test('a product can be read without scripts: name, price, options and navigation', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(TEA)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longjing, first flush')
    await expect(page.locator('.buy-box .price').first()).toContainText('HK$168.00')
    await expect(page.getByRole('radio')).toHaveCount(2)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click()
    await expect(page.locator('.card-name a').first()).toBeVisible()
    await context.close()
  })

  test('each language has its own URL, texts and alternates', async ({ page }) => {
    for (const [language, name] of [
      ['zh-HK', '明前龍井'],
      ['zh-CN', '明前龙井'],
    ] as const) {
      await open(page, `/${language}${TEA}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/${language}${TEA}$`))
    }
    await expect(page.locator('link[hreflang="zh-TW"]')).toHaveAttribute('href', new RegExp(`/zh-HK${TEA}$`))
    await expect(page.locator('link[hreflang="x-default"]')).toHaveAttribute('href', new RegExp(`[^K]${TEA}$`))
  })

  test('a URL with an invalid request shows an error with its status code', async ({ page }) => {
    for (const path of [`/search/${'x'.repeat(300)}`, '/unsubscribe?email=a', `/zh-HK/search/${'x'.repeat(300)}`]) {
      const answer = await page.goto(path)
      expect([path, answer?.status()]).toEqual([path, 422])
      await expect(page.getByRole('alert').locator('p').first()).toHaveText(/\S{2}/)
      await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
      await expect(page.getByRole('alert').getByRole('button')).toHaveCount(0)
    }
  })

  test('the chosen language is remembered on URLs without a language prefix', async ({ page }) => {
    await open(page, '/zh-CN/')
    await open(page, TEA)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })

  test('the first visit uses the browser language, until another is chosen', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'zh-TW' })
    const page = await context.newPage()
    await open(page, TEA)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('明前龍井')
    // Messages of the API are in the language of the page.
    const refused = await page.request.post('/api/login', { data: { email: 'nobody@shop.test', password: 'not the one' } })
    expect(await refused.text()).toMatch(/[\u4e00-\u9fff]/)
    await page.locator('header summary[aria-label^="語言"]').click()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await open(page, '/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await context.close()
  })

  test('crawlers get a URL without a prefix in the main language', async ({ request }) => {
    const ask = async (agent: string) =>
      (await request.get(TEA, { headers: { 'accept-language': 'zh-HK,zh;q=0.9', 'user-agent': agent } })).headers()['content-language']
    expect(await ask('Mozilla/5.0 (compatible; Googlebot/2.1)')).toBe('en-US')
    expect(await ask('Mozilla/5.0 (Linux; Android 15)')).toBe('zh-HK')
  })

  test('prices follow the chosen currency at once and after a reload', async ({ page }) => {
    await open(page, TEA)
    await page.getByLabel('Currency: HKD').click()
    await page.getByRole('link', { name: /^USD/ }).click()
    await expect(page.locator('.buy-box .price').first()).toContainText('US$21.50')
    await page.reload()
    await expect(page.locator('.buy-box .price').first()).toContainText('US$21.50')
  })

  test('an unknown page answers 404 to crawlers and links visitors to the home page', async ({ page, request }) => {
    expect((await request.get('/product/there-is-none')).status()).toBe(404)
    await page.goto('/there-is-none')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.locator('.toast')).toContainText('Page not found')
  })

  test('a keyword with special characters is rejected with a message, and a valid one finds products', async ({ page }) => {
    await open(page, '/')
    const search = page.locator('.bar-end').getByRole('combobox')
    await search.fill('tea<script>')
    await search.press('Enter')
    await expect(page.getByText('Please check your input.')).toBeVisible()
    await search.fill('龍井')
    await search.press('Enter')
    await expect(page).toHaveURL(/\/search\//)
    await expect(page.locator('.card-name').first()).toHaveText('Longjing, first flush')
  })

  test('a product has structured data with price and availability', async ({ page }) => {
    await page.goto(TEA)
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
    const product = texts.map((text) => JSON.parse(text)).find((item) => item['@type'] === 'Product')
    expect(product.offers).toMatchObject({ lowPrice: '168.00', highPrice: '302.40', priceCurrency: 'HKD' })
    expect(product.offers.offers[0].availability).toBe('https://schema.org/InStock')
  })

  test('a conditional request gets 304 unless the page changed', async ({ request }) => {
    const first = await request.get(TEA)
    const again = await request.get(TEA, { headers: { 'if-none-match': first.headers()['etag'] ?? '' } })
    expect(again.status()).toBe(304)
    expect(again.headers()['content-security-policy']).toBeUndefined()
  })

  test('nothing is loaded from another host', async ({ page, baseURL }) => {
    const strangers: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) strangers.push(request.url())
    })
    for (const path of ['/', TEA, '/category/gifts']) await open(page, path)
    expect(strangers).toEqual([])
  })
})

test.describe('cart', () => {
  test('an option must be selected before adding to the cart', async ({ page }) => {
    await open(page, TEA)
    await page.locator('.buy-row button[type=submit]').click()
    await expect(page.locator('.buy-box .field-problem')).toHaveText('Please choose an option first.')
  })

  test('an unavailable option is crossed out and labelled, but stays', async ({ page }) => {
    await open(page, POT)
    await expect(page.locator('.option-gone')).toHaveText('Ink (not available)')
    await page.locator('.option-gone').click()
    await expect(page.locator('.buy-row button[type=submit]')).toBeDisabled()
  })

  test('a quantity below one or above the availability is rejected', async ({ page }) => {
    await addTea(page, '0')
    await expect(page.locator('.buy-box .field-problem')).toHaveText('Please enter a whole number of at least 1.')
    await page.locator('.buy-row .stepper input').fill('400')
    await page.locator('.buy-row button[type=submit]').click()
    await expect(page.locator('.buy-box .field-problem')).toContainText('Only')
  })

  test('the added line stands out for a moment, and removing it asks first', async ({ page }) => {
    await addTea(page)
    const line = page.locator('.cart-line')
    await expect(line).toHaveClass(/cart-line-added/)
    await expect(line).not.toHaveClass(/cart-line-added/, { timeout: 3_000 })
    const quantity = line.getByRole('textbox')
    for (const nothing of ['0', '']) {
      await quantity.fill(nothing)
      await quantity.press('Enter')
      await expect(page.getByText('Are you sure you want to delete the item?')).toBeVisible()
      await page.getByRole('button', { name: 'Keep' }).click()
      // The old quantity is restored shortly before the dialog closes.
      await expect(page.locator('dialog.confirm[open]')).toHaveCount(0)
      await expect(quantity).toHaveValue('1')
    }
    await line.getByRole('button', { name: /^Remove/ }).click()
    await page.locator('dialog.confirm').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
  })

  test('the cart is still there after a reload', async ({ page }) => {
    await addTea(page)
    await expect(page.locator('.cart-line')).toBeVisible()
    await page.reload()
    await expect(page.locator('.bar-count')).toHaveText('1')
  })
})

test.describe('checkout', () => {
  test('empty fields are named in a summary that takes the focus', async ({ page }) => {
    await addTea(page)
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.locator(PLACE).click()
    await expect(page.locator('#checkout-problems')).toBeFocused()
    await page
      .locator('#checkout-problems')
      .getByRole('link', { name: /^Email/ })
      .click()
    await expect(page.getByLabel('Email')).toBeFocused()
  })

  test('a guest buys on one page and sees the order', async ({ page }) => {
    await addTea(page)
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await expect(page.locator('button.place')).toContainText('HK$')
    await fillCheckout(page, 'may@example.com')
    await page.locator(PLACE).click()
    await expect(page).toHaveURL(/\/order\/success\?order=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
    await expect(page.locator('.result')).toContainText('may@example.com')
    await expect(page.locator('.bar-count')).toHaveCount(0)
  })

  for (const [title, choice, same] of [
    ['is placed with one click when the total is the one shown before', '#checkout-payment_method input', true],
    ['is not placed at another total than the one shown before', '#checkout-shipping_method input', false],
  ] as const)
    test(`an order placed before the price of the last choice has loaded ${title}`, async ({ page }) => {
      await addTea(page)
      await page.getByRole('link', { name: 'Go to checkout' }).click()
      await expect(page.locator(PLACE)).toBeVisible()
      await fillCheckout(page, 'hasty@example.com')
      await expect(page.locator(PLACE)).toBeVisible()
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/checkout/preview', async (route) => {
        await gate
        await route.continue()
      })
      await page.locator(choice).last().check()
      await expect(page.locator('button.place')).toHaveAttribute('aria-busy', 'true')
      await page.locator('button.place').click()
      await expect(page).toHaveURL(/\/checkout$/)
      release()
      if (!same) {
        await expect(page.locator('#checkout-problems')).toContainText('The total has changed.')
        await expect(page.locator('#checkout-problems')).toBeFocused()
        await page.locator(PLACE).click()
      }
      await expect(page).toHaveURL(/\/order\/success\?order=/)
    })

  test('a result page without an order number leads to the home page', async ({ page }) => {
    for (const ending of ['success', 'cancel', 'fail']) {
      await page.goto(`/order/${ending}`)
      await expect(page).toHaveURL(/\/$/)
    }
  })
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

    test('pages have no serious fault of accessibility and do not scroll sideways', async ({ page }) => {
      for (const path of ['/', TEA, POT, '/category/gifts', '/search/tea', '/zh-HK/page/about-us', '/checkout']) {
        expect({ path, status: await open(page, path) }).toEqual({ path, status: 200 })
        expect({ path, faults: await seriousFaults(page) }).toEqual({ path, faults: [] })
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect({ path, sideways: Math.max(0, sideways) }).toEqual({ path, sideways: 0 })
      }
    })

    test('cart and checkout have no serious fault of accessibility', async ({ page }) => {
      await addTea(page)
      await expect(page.locator('.cart-line')).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      await page.getByRole('link', { name: 'Go to checkout' }).click()
      await page.locator(PLACE).click()
      await expect(page.locator('#checkout-problems')).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
    })
  })
}

test('the search page has one search box, which contains the keyword', async ({ page }) => {
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/search/tea')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    await expect(box).toHaveCount(1)
    await expect(box).toHaveValue('tea')
    await expect(page.locator('.phone-search')).toBeHidden()
  }
})

test('on a tablet the price and the buy button are in the first view', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 })
  await open(page, '/product/longjing')
  await expect(page.locator('.product-facts .price').first()).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.buy-row button[type=submit]')).toBeInViewport({ ratio: 1 })
})

test('checkout has a minimal header with home link, language and cart, and no accessibility faults', async ({ page }) => {
  await addTea(page)
  // Wait for the response: otherwise the next page opens with an empty cart.
  await expect(page.getByRole('link', { name: 'Go to checkout' })).toBeVisible()
  await open(page, '/checkout')
  await expect(page.locator('#checkout-address')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search the shop' })).toHaveCount(0)
  await expect(page.locator('.wide-nav')).toHaveCount(0)
  await expect(page.locator('.quiet-header a.brand')).toHaveAttribute('href', '/')
  expect(await seriousFaults(page)).toEqual([])
  await page.locator('.quiet-header .bar-button').click()
  await expect(page.locator('.drawer[open]')).toBeVisible()
})
