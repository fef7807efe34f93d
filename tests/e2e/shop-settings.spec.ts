// of core/setting plugins/catalogue plugins/people plugins/sales ui-store/src/shell
import { STAFF } from './template.ts'
import { addTea, open, signIn } from './support.ts'
import { type APIRequestContext, expect, type Page, test } from './test.ts'

const NORMAL = {
  catalog_mode: false,
  member_only: false,
  guest_checkout: true,
  login_via_phone: false,
  login_validate_email: false,
  warehouse_enabled: true,
}
const CREDENTIALS = { email: `rules-${Date.now()}@shop.test`, password: 'a long password' }

let token = ''
/** Changes shop settings; the others are reset to their defaults. */
async function rule(request: APIRequestContext, changed: Partial<typeof NORMAL>): Promise<void> {
  token ||= (await (await request.post('/api/admin/login', { data: STAFF })).json()).token
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.put('/api/admin/settings/shop', { data: { ...NORMAL, ...changed }, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test.beforeAll(async ({ request }) => {
  const made = await request.post('/api/register', {
    data: { ...CREDENTIALS, first_name: 'May', last_name: 'Chan', password_confirmation: CREDENTIALS.password },
  })
  expect(made.ok(), await made.text()).toBe(true)
})
test.afterEach(({ request }) => rule(request, {}))

async function enter(page: Page): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email', { exact: true }).fill(CREDENTIALS.email)
  await page.getByLabel('Password', { exact: true }).fill(CREDENTIALS.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)
}

/** The target of the server's redirect for a path, or the status; no script runs. */
async function sentTo(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path, { maxRedirects: 0 })
  return answer.status() >= 300 && answer.status() < 400 ? (answer.headers()['location'] ?? '') : String(answer.status())
}

const PRODUCT = '/product/longjing'
const cart = (page: Page) => page.locator('.bar-button')
const buy = (page: Page) => page.locator('.buy-row button[type=submit]')
const price = (page: Page) => page.locator('.buy-box .price').first()
const SEARCH = '/search/longjing'

/** URL of a demo category, from its link in the navigation. */
async function category(page: Page): Promise<string> {
  await open(page, '/')
  const href = await page.locator('a[href^="/category/"]').first().getAttribute('href')
  expect(href).not.toBeNull()
  return href ?? ''
}

/** Checks that products can be viewed but not bought. */
async function onlyLook(page: Page): Promise<void> {
  expect(await sentTo(page, '/checkout')).toBe('/')
  for (const path of ['/', PRODUCT, SEARCH, await category(page)]) {
    expect(await sentTo(page, path), path).toBe('200')
    await open(page, path)
    await expect(cart(page), path).toHaveCount(0)
  }
  await open(page, PRODUCT)
  await expect(buy(page)).toHaveCount(0)
  expect(await sentTo(page, '/order/success')).toBe('/')
}

test('by default a guest sees the cart, prices and the checkout', async ({ page }) => {
  expect(await sentTo(page, '/checkout')).toBe('200')
  expect(await sentTo(page, '/account')).toContain('/login')
  expect(await sentTo(page, '/wishlist')).toContain('/login')
  for (const path of ['/order/success', '/order/cancel', '/order/fail', '/stripe', '/email-validation'])
    expect(await sentTo(page, path), path).toBe('/')
  await open(page, PRODUCT)
  await expect(cart(page)).toBeVisible()
  await expect(price(page)).toContainText('HK')
  await expect(buy(page)).toBeVisible()
})

test('catalogue mode has prices and no cart, for guests and members', async ({ page, request }) => {
  await addTea(page)
  await expect(page.locator('.bar-count').last()).toHaveText('1')
  await rule(request, { catalog_mode: true })
  await onlyLook(page)
  await expect(price(page)).toContainText('HK')
  await expect(page.locator('.buy-box')).toContainText('Please contact us about this product.')
  await enter(page)
  await onlyLook(page)
})

test('members only: guests see a sign-in link instead of the price, and members buy', async ({ page, request }) => {
  await rule(request, { member_only: true })
  await onlyLook(page)
  await expect(price(page)).not.toContainText('HK')
  await expect(page.locator('.buy-box').getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect((await page.content()).match(/"price":"\d|offers/g)).toBeNull()
  await open(page, SEARCH)
  await expect(page.locator('.price').first()).not.toContainText('HK')
  const byPrice = page.locator('#sort option[value$="price"]')
  await expect(byPrice).toHaveCount(0)
  await enter(page)
  await open(page, SEARCH)
  await expect(byPrice).toHaveCount(2)
  await open(page, PRODUCT)
  await expect(cart(page)).toBeVisible()
  await expect(price(page)).toContainText('HK')
  expect(await sentTo(page, '/checkout')).toBe('200')
})

test('without guest checkout the cart leads through the login and back', async ({ page, request }) => {
  await rule(request, { guest_checkout: false })
  await addTea(page)
  expect(await sentTo(page, '/checkout')).toBe('/login?next=%2Fcheckout')
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout$/)
  await page.getByLabel('Email', { exact: true }).fill(CREDENTIALS.email)
  await page.getByLabel('Password', { exact: true }).fill(CREDENTIALS.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.locator('.checkout-page')).toContainText('Longjing')
})

test('while selling is disabled there is no cart, and a page left open shows an error', async ({ page, request }) => {
  await open(page, PRODUCT)
  await page.locator('.option-value', { has: page.locator('input[value="50g"]') }).click()
  await rule(request, { warehouse_enabled: false })
  await buy(page).click()
  await expect(page.locator('.field-problem')).toContainText('not accepting orders at the moment')
  await onlyLook(page)
  await expect(price(page)).toContainText('HK')
})

test('phone sign-in and the email verification page follow their settings', async ({ page, request }) => {
  await open(page, '/login')
  await expect(page.getByRole('button', { name: 'Code by SMS' })).toHaveCount(0)
  await rule(request, { login_via_phone: true, login_validate_email: true })
  await open(page, '/login')
  await expect(page.getByRole('button', { name: 'Code by SMS' })).toBeVisible()
  await open(page, '/register')
  await page.getByLabel('First name').fill('May')
  await page.getByLabel('Last name').fill('Chan')
  await page.getByLabel('Email', { exact: true }).fill('checked@shop.test')
  await page.getByLabel('Password', { exact: true }).fill(CREDENTIALS.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(CREDENTIALS.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/email-validation$/)
  await rule(request, {})
  await open(page, '/email-validation')
  await expect(page).toHaveURL(/\/$/)
})

test('each shop setting is shown in the admin with a description', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/configuration?active_tab=shop')
  for (const [label, says] of [
    ['Catalogue only', 'Customers can browse but not buy'],
    ['Members only', 'only to customers who are signed in'],
    ['Guest checkout', 'without an account'],
    ['Phone sign-in', 'with their phone number'],
    ['Email verification', 'New customers must verify their email address'],
    ['Selling enabled', 'Turn off to pause selling'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toBeAttached()
    await expect(page.getByText(says)).toBeVisible()
  }
})
