// of core/access plugins/staff ui-admin/src/entry ui-admin/src/profile
import { Secret, TOTP } from 'otpauth'
import { onServer } from './databases.ts'
import { shopEnv } from './product.ts'
import { seriousFaults, tryPassword } from './support.ts'
import { STAFF } from './template.ts'
import { type APIRequestContext, expect, test } from './test.ts'

const generateCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const PASSWORD = 'a-long-password'

/** Creates an account with its own role, as the staff of this request context. */
async function hire(request: APIRequestContext, origin: string, name: string, role: object): Promise<string> {
  await request.post('/api/admin/login', { data: STAFF, headers: { origin } })
  const made = await request.post('/api/admin/role', {
    data: { name: `Role of ${name}`, permission_list: ['get page'], ...role },
    headers: { origin },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const email = `${name}@example.com`
  const account = await request.post('/api/admin/account', { data: { name, email, password: PASSWORD, role_id: id }, headers: { origin } })
  expect(account.status(), await account.text()).toBe(201)
  await request.post('/api/admin/logout', { headers: { origin } })
  return email
}

test('a required second factor is set up during sign-in, and requested at the next one, on a phone', async ({ page, request, baseURL }) => {
  const email = await hire(request, baseURL ?? '', 'mona', { second_factor: true })
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto('/admin/login')
  await page.getByLabel('Email').pressSequentially(email)
  await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const secret = (await page.locator('.second-secret').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('Code from the app').pressSequentially('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText(/This code is incorrect/)).toBeVisible()
  await page.getByLabel('Code from the app').fill('')
  await page.getByLabel('Code from the app').pressSequentially(generateCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  const codes = await page.locator('.second-codes li').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)

  await page.context().clearCookies()
  await tryPassword(page, email, PASSWORD)
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type((codes[0] ?? '').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard/)
})

test('a second factor is set up, gets new codes and is disabled in the profile', async ({ page, request, baseURL }) => {
  const email = await hire(request, baseURL ?? '', 'nina', {})
  await tryPassword(page, email, PASSWORD)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await page.goto('/admin/profile')
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.locator('.second-secret').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Code from the app').pressSequentially(generateCode(secret))
  await page.keyboard.press('Enter')
  await expect(dialog.locator('.second-codes li')).toHaveCount(10)
  const codes = await dialog.locator('.second-codes li').allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Recovery codes left: 10.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Code').pressSequentially(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You sign in with only your password.')).toBeVisible()
})

for (const [language, code, goOn] of [
  ['zh-HK', '驗證碼', '繼續'],
  ['zh-CN', '验证码', '继续'],
] as const)
  test(`the second step of signing in is shown in ${language}`, async ({ page, request, baseURL }) => {
    const email = await hire(request, baseURL ?? '', `olga${language.toLowerCase()}`, {})
    await page.request.post('/api/admin/login', { data: { email, password: PASSWORD }, headers: { origin: baseURL ?? '' } })
    const { secret } = (await (
      await page.request.post('/api/admin/second-factor/setup', { headers: { origin: baseURL ?? '' } })
    ).json()) as { secret: string }
    const confirmed = await page.request.post('/api/admin/second-factor/confirm', {
      data: { code: generateCode(secret, -1) },
      headers: { origin: baseURL ?? '' },
    })
    expect(confirmed.status()).toBe(200)
    await page.context().clearCookies()
    await tryPassword(page, email, PASSWORD)
    await expect(page.getByLabel('Code')).toBeVisible()
    await page.getByRole('combobox').selectOption(language)
    await page.getByLabel(code).pressSequentially(generateCode(secret, 1))
    await page.getByRole('button', { name: goOn }).click()
    await expect(page).toHaveURL(/\/admin\/dashboard/)
  })

test('an old password confirmation is requested again, and the action then continues', async ({ page, request, baseURL }) => {
  const email = await hire(request, baseURL ?? '', 'pia', { superuser: true })
  await tryPassword(page, email, PASSWORD)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  // The minimum setting is one minute, so the session is backdated instead of waiting.
  await onServer(shopEnv().DATABASE_URL ?? '', `update session set proved_at = now() - interval '1 day'`)
  await page.goto('/admin/role/create')
  await page.getByLabel('Name', { exact: true }).pressSequentially('Made after all')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('incorrect')
  await dialog.getByLabel('Password').fill('')
  await dialog.getByLabel('Password').pressSequentially(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Submit Success').last()).toBeVisible()
})

test('the profile lists the sessions, and others can be signed out there', async ({ page, browser, request, baseURL }) => {
  const email = await hire(request, baseURL ?? '', 'rosa', {})
  const elsewhere = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent: 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0',
  })
  const other = await elsewhere.newPage()
  await tryPassword(other, email, PASSWORD)
  await expect(other).toHaveURL(/\/admin\/dashboard/)
  await tryPassword(page, email, PASSWORD)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await page.goto('/admin/profile')
  const here = page.getByRole('listitem').filter({ hasText: 'This browser' })
  await expect(here.getByText(/Chrome/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out: Firefox, Linux' }).click()
  await expect(page.getByRole('button', { name: 'Sign out: Firefox, Linux' })).toHaveCount(0)
  expect((await other.request.get('/api/admin')).status()).toBe(401)
  expect(await seriousFaults(page)).toEqual([])
  await elsewhere.close()
})
