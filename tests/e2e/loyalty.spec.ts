// of plugins/loyalty plugins/sales/store/cart
import { comeAs, open, post, seriousFaults, signIn, typeShopper } from './support.ts'
import { expect, test } from './test.ts'

const password = 'a long password'

test('staff give a customer points and a tier, and errors are shown at the field', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  await post(page, origin, 'membership', {
    level: 5,
    title: 'Silver needle',
    threshold: '100000',
    discount_percent: '5',
    colour: '#b07a2a',
  })
  const mei = await post(page, origin, 'customer', { first_name: 'Mei', last_name: 'Chan', email: 'mei@mail.test', password })
  await page.goto(`/admin/customer/list/edit/${mei.id}`)
  await page.getByRole('button', { name: 'Adjust points' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points').pressSequentially('-5')
  await dialog.getByLabel('Reason').pressSequentially('Mistake')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Not enough points. 0 points are available.')).toBeVisible()
  // The dialog does not save the record behind it.
  await expect(page.getByText('Submit Success')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByLabel('Points').press('ControlOrMeta+a')
  await dialog.getByLabel('Points').pressSequentially('2500')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2,500')).toBeVisible()
  await page.getByRole('button', { name: 'Change tier' }).click()
  await dialog.getByLabel('Membership').selectOption({ label: 'Silver needle' })
  await dialog.getByLabel('Reason').pressSequentially('Old friend')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('.bp6-tag', { hasText: 'Silver needle' })).toBeVisible()
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])
  await page.goto('/admin/customer/list')
  await expect(page.getByRole('row', { name: /Mei/ })).toContainText('Silver needle')
  await expect(page.getByRole('row', { name: /Mei/ })).toContainText('2500')
})

const translations = [
  { language: 'en-US', tab: 'Membership', use: 'Use points', label: 'Points to use', paid: 'Paid with 1000 points' },
  { language: 'zh-HK', tab: '會員', use: '使用積分', label: '使用積分', paid: '以 1000 積分支付' },
  { language: 'zh-CN', tab: '会员', use: '使用积分', label: '使用积分', paid: '使用 1000 积分支付' },
]

test('a member sees tier and points and pays with points, in each language', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const { language, tab, use, label, paid } of translations) {
    await context.clearCookies()
    await comeAs(page, language, 'mei@mail.test', password)
    await open(page, `/${language}/account?tab=membership`)
    await expect(page.getByRole('heading', { name: tab, exact: true })).toBeVisible()
    await expect(page.locator('.loyalty-card')).toContainText('Silver needle')
    await expect(page.locator('.loyalty-book')).toContainText('+2,500')
    await page.locator('.member-code button').click()
    await expect(page.locator('.member-code-drawing svg')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])

    await open(page, `/${language}/product/longjing`)
    await page.locator('.option-value', { has: page.locator('input[value="50g"]') }).click()
    await page.locator('.buy-row button[type=submit]').click()
    const field = page.getByRole('textbox', { name: label })
    await expect(field).toBeVisible()
    await field.pressSequentially('1000')
    await field.press('Enter')
    await expect(page.getByText(paid).first()).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.locator('.loyalty-use .text-button').click()
    await expect(page.getByText(paid)).toHaveCount(0)
    await expect(page.getByRole('button', { name: use }).first()).toBeVisible()
  }
})

const redeeming = [
  { language: 'en-US', button: /^Redeem for 180 points/, label: 'Redeemed for 180 points', tab: 'Redemptions' },
  { language: 'zh-HK', button: /^以 180 積分兌換/, label: '以 180 積分兌換', tab: '兌換紀錄' },
  { language: 'zh-CN', button: /^以 180 积分兑换/, label: '以 180 积分兑换', tab: '兑换记录' },
]

test('a member redeems points for a product, in each language, on a phone', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [n, { language, button, label, tab }] of redeeming.entries()) {
    await context.clearCookies()
    await open(page, `/${language}/redeem`)
    expect(await seriousFaults(page)).toEqual([])
    await page.locator('.card-name a').first().click()
    await expect(page.locator('h1')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.locator('.buy-box a.button').click()
    await typeShopper(page, 'mei@mail.test', password)
    await expect(page).toHaveURL(/redeem/)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(label).first()).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    const origin = new URL(page.url()).origin
    const stock = Number(
      await page.evaluate(async () => {
        const { data } = await (await fetch('/api/redeem?language=en-US')).json()
        return data[0].stocks[0].id
      }),
    )
    // The cart stays unchanged; the request redeems a single product.
    const redemption = await page.request.post('/api/redeem', {
      data: { stock_id: stock, quantity: 1, shipping_method: 'collect', pickup_point: 'sheung_wan', language },
      headers: { origin },
    })
    expect(redemption.status(), await redemption.text()).toBe(201)
    await open(page, `/${language}/account?tab=redemptions`)
    await expect(page.getByRole('heading', { name: tab, exact: true })).toBeVisible()
    await expect(page.locator('.account-orders > li')).toHaveCount(n + 1)
    expect(await seriousFaults(page)).toEqual([])
    await page.evaluate(async () => {
      const id = decodeURIComponent(/cart_id=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const cart = await (
        await fetch('/api/cart', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ cart_id: id }) })
      ).json()
      for (const { id: item_id } of cart.items)
        await fetch('/api/cart/item', {
          method: 'DELETE',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ cart_id: cart.cart_id, item_id }),
        })
    })
  }
})
