// of plugins/promotion plugins/sales
import { addTea, fillCheckout, open, PLACE, post, saved, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

test.use({ actionTimeout: 12_000 })

/** Creates and publishes a promotion through the admin API. */
async function rule(page: Page, origin: string, data: object): Promise<number> {
  const { id } = await post(page, origin, 'promotion', data)
  await post(page, origin, `promotion/${id}/publish`)
  return id
}

const cart = (page: Page) => page.getByRole('dialog').or(page.locator('.drawer[open]')).first()

test('a transition blocked by a field leads to that field, from the form and from the list', async ({ page, baseURL }) => {
  await signIn(page)
  const { id } = await post(page, baseURL ?? '', 'promotion', { title: { 'en-US': 'Does nothing yet' }, actions: [] })
  await page.goto(`/admin/promotion/edit/${id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const summary = page.locator('.error-summary')
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Discounts' }).click()
  await expect(page.locator('#field-actions')).toBeFocused()

  await page.goto('/admin/promotion')
  await page
    .getByRole('row', { name: /Does nothing yet/ })
    .locator('.row-end button')
    .click()
  await page.getByRole('menuitem', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Go to the field' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/promotion/edit/${id}#field-actions$`))
  await expect(page.locator('#field-actions')).toBeFocused()
})

test('a field that is still loading gets the focus once it is there, unless the focus moved elsewhere', async ({ page, baseURL }) => {
  await signIn(page)
  const { id } = await post(page, baseURL ?? '', 'promotion', { title: { 'en-US': 'Comes late' }, actions: [] })
  const arrivals: (() => void)[] = []
  await page.route('**/api/admin/promotion/pieces', async (route) => {
    await new Promise<void>((arrive) => arrivals.push(arrive))
    await route.continue()
  })
  for (const away of [false, true]) {
    await page.goto(`/admin/promotion/edit/${id}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.locator('.error-summary').getByRole('link', { name: 'Discounts' }).click()
    await expect(page.locator('#field-actions')).toHaveCount(0)
    if (away) await page.getByLabel('Title', { exact: true }).focus()
    for (const arrive of arrivals) arrive()
    await expect(page.locator('#field-actions')).toBeVisible()
    // Longer than the interval between two checks for the element.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 250)))
    await expect(away ? page.getByLabel('Title', { exact: true }) : page.locator('#field-actions')).toBeFocused()
  }
})

test('a field and a screen show the error of a failed request, and render once it succeeds', async ({ page, baseURL }) => {
  await signIn(page)
  const { id } = await post(page, baseURL ?? '', 'promotion', { title: { 'en-US': 'Refused' }, actions: [] })
  const refused = /\/api\/admin\/promotion\/(pieces|ways)/
  const reason = 'Somebody holds this up.'
  await page.route(refused, (route) => route.fulfill({ status: 409, json: { code: 'CONFLICT', messages: [reason] } }))
  await page.goto(`/admin/promotion/edit/${id}`)
  const inField = page.locator('.field', { hasText: 'Discounts' }).getByRole('alert')
  await expect(inField).toContainText(reason)
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  const onScreen = await page.context().newPage()
  await onScreen.route(refused, (route) => route.fulfill({ status: 409, json: { code: 'CONFLICT', messages: [reason] } }))
  await onScreen.goto('/admin/promotion-try')
  await expect(onScreen.getByRole('alert')).toContainText(reason)
  for (const [there, alert] of [
    [page, inField],
    [onScreen, onScreen.getByRole('alert')],
  ] as const) {
    await there.unroute(refused)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
  }
  await expect(page.locator('#field-actions')).toBeVisible()
  await expect(onScreen.getByRole('heading', { name: 'Test cart' })).toBeVisible()
})

test('a promotion is built from conditions and discounts, previewed, published, and described in plain words in the list', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page)
  await page.goto('/admin/promotion/create')
  await page.getByLabel('Title', { exact: true }).pressSequentially('Tea week')
  await page.getByLabel('Add discount').selectOption({ label: 'Percentage off order' })
  await page.getByLabel('Percentage', { exact: true }).pressSequentially('10')
  await page.getByLabel('Add condition').selectOption({ label: 'Minimum purchase amount' })
  await page.getByLabel('Amount', { exact: true }).pressSequentially('100')
  expect(await seriousFaults(page)).toEqual([])
  await saved(page, () => page.keyboard.press('ControlOrMeta+s'))

  await page.goto('/admin/promotion')
  const row = page.getByRole('row', { name: /Tea week/ })
  await expect(row).toContainText('10% off the order')
  await expect(row).toContainText('spend 100.00 or more on all products')
  await expect(row).toContainText('no end date')
  expect(await seriousFaults(page)).toEqual([])
  await row.getByRole('link', { name: 'Tea week' }).click()
  await page.getByRole('button', { name: 'Preview promotions' }).click()
  await page.getByLabel('Products', { exact: true }).pressSequentially('Longjing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Promotion results')).toBeVisible()
  await expect(page.locator('.promo-rules').last()).toContainText('Tea week')
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/admin/promotion')
  await page
    .getByRole('row', { name: /Tea week/ })
    .getByRole('link', { name: 'Tea week' })
    .click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published').first()).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  const agree = page.getByRole('dialog').getByRole('button', { name: 'Disable' })
  if (await agree.isVisible()) await agree.click()
  await expect(page.getByText('Disabled').first()).toBeVisible()
})

const words = {
  'en-US': {
    have: 'Add a discount code',
    code: 'Discount code',
    use: 'Apply code',
    wrong: 'is not valid',
    off: 'Autumn tea',
    free: 'Free delivery',
    gift: 'With our thanks',
  },
  'zh-HK': { have: '輸入優惠碼', code: '優惠碼', use: '套用優惠碼', wrong: '無效', off: '秋茶', free: '免運費', gift: '心意' },
  'zh-CN': { have: '输入优惠码', code: '优惠码', use: '应用优惠码', wrong: '无效', off: '秋茶季', free: '免运费', gift: '心意礼' },
} as const

test.describe('a cart with a promotion, a coupon code, free shipping and a gift', () => {
  test.beforeAll(async ({ browser, baseURL }) => {
    const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    const origin = baseURL ?? ''
    await signIn(page)
    const title = (part: 'off' | 'free' | 'gift') =>
      Object.fromEntries(Object.entries(words).map(([language, translations]) => [language, translations[part]]))
    await rule(page, origin, { title: title('off'), actions: [{ type: 'percent_lines', value: { percent: '10' } }] })
    await rule(page, origin, { title: title('free'), actions: [{ type: 'free_shipping', value: {} }] })
    const goods = (await (await page.request.get('/api/admin/promotion/goods?q=')).json()) as { data: { id: number; name: string }[] }
    const other = goods.data.find(({ name }) => !/Longjing|龍井|龙井/.test(name))
    await rule(page, origin, { title: title('gift'), actions: [{ type: 'gift', value: { stock_id: other?.id, quantity: 1 } }] })
    const code = await rule(page, origin, {
      title: { 'en-US': 'Friends', 'zh-HK': '朋友', 'zh-CN': '好友' },
      trigger: 'code',
      actions: [{ type: 'amount_order', value: { amount: '20.00' } }],
    })
    await post(page, origin, 'coupon', { promotion_id: code, code: 'FRIENDS' })
    await page.context().close()
  })

  for (const language of ['en-US', 'zh-HK', 'zh-CN'] as const)
    test(`explains its total, exact to the cent, everywhere, in ${language}`, async ({ page, browser, baseURL }) => {
      test.setTimeout(120_000)
      const say = words[language]
      await page.context().addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      await addTea(page, '2')
      // 2 × 168.00, minus 10 %, minus 20.00.
      await expect(cart(page)).toContainText(say.off)
      await expect(cart(page)).toContainText('33.60')
      await expect(cart(page)).toContainText(say.gift)
      await page.getByRole('button', { name: say.have }).click()
      await page.getByLabel(say.code, { exact: true }).pressSequentially('nonsense')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: say.wrong })).toBeVisible()
      await page.getByLabel(say.code, { exact: true }).press('ControlOrMeta+a')
      await page.getByLabel(say.code, { exact: true }).pressSequentially('friends')
      await page.keyboard.press('Enter')
      await expect(cart(page)).toContainText('20.00')
      await expect(cart(page).locator('.totals .total')).toContainText('282.40')
      expect(await seriousFaults(page)).toEqual([])
      await page.locator('.drawer a[href$="/checkout"]').click()
      await expect(page.locator('.summary')).toContainText(say.free)
      await expect(page.locator('.summary .totals .total')).toContainText('282.40')
      if (language === 'en-US') await fillCheckout(page, 'why@example.com')
      else await fillIn(page, `${language}@example.com`)
      await expect(page.locator(PLACE)).toContainText('282.40')
      expect(await seriousFaults(page)).toEqual([])
      await page.locator(PLACE).click()
      await expect(page).toHaveURL(/\/order\/success\?order=/)
      const number = new URL(page.url()).searchParams.get('order') ?? ''
      await page.locator(`a[href*="/order/view/${number}"]`).first().click()
      await expect(page.locator('.result .totals .total')).toContainText('282.40')
      await expect(page.locator('.result')).toContainText(say.off)
      expect(await seriousFaults(page)).toEqual([])

      const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
      await signIn(desk)
      await desk.goto(`/admin/order?q=${number}`)
      await desk.getByRole('link', { name: number }).click()
      await expect(desk.locator('.doc-sums').first()).toContainText('282.40')
      await expect(desk.locator('.doc-lines').first()).toContainText(say.off)
      await expect(desk.locator('.doc-lines').first()).toContainText(say.gift)
      await desk.context().close()
    })
})

/** Fills in the checkout in any language. */
async function fillIn(page: Page, email: string): Promise<void> {
  await page.locator('#checkout-email').pressSequentially(email)
  await page.locator('#checkout-first_name').pressSequentially('May')
  await page.locator('#checkout-last_name').pressSequentially('Chan')
  await page.locator('#checkout-phone').pressSequentially('91234567')
  await page.locator('#checkout-address').pressSequentially('18 Tai Ping Shan Street')
  await page.locator('#checkout-payment_method input').first().check()
}

test('a coupon code can also be entered at checkout, and removed again', async ({ page }) => {
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await page.getByLabel('Discount code', { exact: true }).pressSequentially('friends')
  await page.keyboard.press('Enter')
  await expect(page.locator('.summary .code-on')).toContainText('FRIENDS')
  await page.getByRole('button', { name: 'Remove code friends' }).click()
  await expect(page.locator('.summary .code')).toHaveCount(0)
  await open(page, '/')
})

test('staff enter a coupon code on a manual order, and see when it does not apply', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/order/create')
  await page.getByRole('searchbox', { name: 'Add products' }).pressSequentially('CEL-1')
  await page.getByRole('searchbox', { name: 'Add products' }).press('Enter')
  const codes = page.getByLabel('Discount codes', { exact: true })
  await codes.pressSequentially('nothing')
  await codes.press('Enter')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Discount: The code NOTHING is not valid.', { exact: true })).toBeVisible()
  await page.locator('.bp6-tag', { hasText: 'NOTHING' }).getByRole('button').click()
  await codes.pressSequentially('friends')
  await codes.press('Enter')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.locator('.doc-sums').first()).toContainText('Friends')
  await expect(page.locator('.doc-sums').first()).toContainText('20.00')
})
