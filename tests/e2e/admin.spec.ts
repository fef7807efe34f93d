// of core/access core/audit core/fields core/i18n core/resource plugins/content ui-admin
import { STAFF, template } from './template.ts'
import { makePage, saved, signIn, storedPage, tryPassword } from './support.ts'
import { expect, type Page, test } from './test.ts'

const OWNER = 'owner@stoa.local'

const titleField = (page: Page) => page.getByLabel('Title', { exact: true })
const save = (page: Page) => saved(page, () => page.keyboard.press('ControlOrMeta+S'))

test('a new owner must replace the one-time password before anything else', async ({ page }) => {
  const oneTimePassword = template().oneTimePassword
  await tryPassword(page, OWNER, oneTimePassword)
  await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible()
  await page.goto('/admin/page')
  await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible()
  await page.getByLabel('One-time password').fill(oneTimePassword)
  await page.getByLabel('New password', { exact: true }).fill('a-password-of-my-own')
  await page.getByLabel('Repeat new password').fill('a-password-of-my-own')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a wrong password shows an error and the page stores no token', async ({ page }) => {
  await tryPassword(page, STAFF.email, 'not the password')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await tryPassword(page, STAFF.email, STAFF.password)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const storedState = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(storedState).not.toContain('token')
})

test('signing in leads back to the requested page, and from an unknown one to the dashboard', async ({ page }) => {
  await page.goto('/admin/page?limit=20')
  await expect(page).toHaveURL(/\/admin\/login\?next=/)
  await page.getByLabel('Email').fill(STAFF.email)
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/page\?limit=20$/)
  await page.goto('/admin/no-such-page')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('creating a page shows missing fields, suggests its url and goes back to the list', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Sales channels' }).click()
  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByRole('link', { name: 'Add page' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Create Fail').first()).toBeVisible()
  await expect(page.getByText('2 fields need your attention')).toBeVisible()
  await titleField(page).fill('Tea house')
  await expect(page.getByLabel('URL')).toHaveValue(/^tea-house/, { timeout: 5000 })
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/admin\/page$/)
  await expect(page.getByText('Submit Success')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tea house' })).toBeVisible()
})

test('a url that is taken is rejected directly in the list with the exact message', async ({ page, baseURL }) => {
  await signIn(page)
  await makePage(page, baseURL ?? '', { 'en-US': 'First room' }, 'first-room')
  await makePage(page, baseURL ?? '', { 'en-US': 'Second room' }, 'second-room')
  await page.goto('/admin/page')
  await page.getByRole('button', { name: 'Edit Url of Second room' }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('first-room')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cell-error')).toHaveText('Please make sure that URL field is unique')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('cell', { name: 'second-room' })).toBeVisible()
})

test('search and page size are in the URL, and Back restores them', async ({ page, baseURL }) => {
  await signIn(page)
  await makePage(page, baseURL ?? '', { 'en-US': 'Back room' }, 'back-room')
  await page.goto('/admin/page')
  await page.getByLabel('Search pages').fill('room')
  await expect(page).toHaveURL(/q=room/)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page).toHaveURL(/limit=50/)
  await page.getByRole('link', { name: 'Back room' }).click()
  await expect(page.getByRole('heading', { name: 'Back room' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/q=room.*limit=50/)
  await expect(page.getByLabel('Search pages')).toHaveValue('room')
})

test('changing the content language asks for confirmation, and the other language keeps its own text', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Tea room' }, 'tea-room')
  await page.goto(`/admin/page/edit/${id}`)
  await titleField(page).fill('Lost words')
  await page.getByRole('button', { name: /繁體中文/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Do you really want to switch this form? Unsubmitted materials will be discarded directly.')
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(titleField(page)).toHaveValue('Lost words')
  await page.getByRole('button', { name: /繁體中文/ }).click()
  await dialog.getByRole('button', { name: 'Switch and discard' }).click()
  await expect(page.getByLabel('Title', { exact: false }).first()).toHaveAttribute('placeholder', 'Tea room')
  await page.locator('#field-title').fill('茶室')
  await save(page)
  expect((await storedPage(page, id)).title).toMatchObject({ 'en-US': 'Tea room', 'zh-HK': '茶室' })
})

test('two people changing one record lose nothing', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Our room' }, 'our-room')
  await page.goto(`/admin/page/edit/${id}`)
  await titleField(page).fill('My room')
  const row = await storedPage(page, id)
  const other = await page.request.put(`/api/admin/page/${id}`, {
    data: { url: 'moved-room', version: row.version, language: 'en-US' },
    headers: { origin: baseURL ?? '' },
  })
  expect(other.ok()).toBe(true)
  await page.keyboard.press('ControlOrMeta+S')
  // The dialog appears after the first response, so the next response belongs to the second save.
  const keep = page.getByRole('dialog').getByRole('button', { name: 'Save selected values' })
  await expect(keep).toBeVisible()
  await saved(page, () => keep.click())
  expect(await storedPage(page, id)).toMatchObject({ url: 'moved-room', title: { 'en-US': 'My room' } })
})

test('an unknown id shows an error and then the list', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/page/edit/999999')
  await expect(page.getByText('ID not exists').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/page$/)
})

test('after the session expired, unsaved form input is restored after signing in', async ({ page, context, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Third room' }, 'third-room')
  await page.goto(`/admin/page/edit/${id}`)
  await titleField(page).fill('Half a thought')
  await context.clearCookies()
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Login expired', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.getByLabel('Email').fill(STAFF.email)
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(titleField(page)).toHaveValue('Half a thought')
})

test('the interface is available in all three languages', async ({ page }) => {
  await signIn(page)
  for (const [name, word] of [
    ['繁體中文', '個人資料'],
    ['简体中文', '个人资料'],
    ['English', 'Profile'],
  ] as const) {
    await page.goto('/admin/profile')
    await page.locator('.profile-choice select').first().selectOption({ label: name })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word)
  }
})

test('text from the server follows a language change without reloading the page', async ({ page }) => {
  await signIn(page)
  const speak = async (from: string, to: string) => {
    await page.locator('.topbar').getByRole('button', { name: from, exact: true }).click()
    await page.getByRole('menuitem', { name: to }).click()
  }
  await page.goto('/admin/configuration?active_tab=basic')
  await expect(page.getByLabel('Shop name')).toBeVisible()
  await page.evaluate(() => Reflect.set(window, 'stillThere', true))
  await speak('Interface language', '繁體中文')
  await expect(page.getByLabel('商店名稱')).toBeVisible()
  await page.getByRole('button', { name: '主頁' }).click()
  await page.getByRole('link', { name: '日曆' }).click()
  await expect(page.getByRole('button', { name: '到期商品' })).toBeVisible()
  await speak('介面語言', '简体中文')
  await expect(page.getByRole('button', { name: '到期商品' })).toBeVisible()
  await speak('界面语言', 'English')
  await expect(page.getByRole('button', { name: 'Expiring products' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: /^Basic/ }).click()
  await expect(page.getByLabel('Shop name')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'stillThere'))).toBe(true)
})

test('the page requests nothing from another origin', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) foreign.push(request.url())
  })
  await signIn(page)
  await page.goto('/admin/page/create')
  await page.locator('.rich .ce-paragraph').first().waitFor()
  expect(foreign).toEqual([])
})

test('currencies are edited as a table, and the audit log shows before and after', async ({ page, baseURL }) => {
  await signIn(page)
  await page.goto('/admin/configuration?active_tab=currency')
  const rate = page.getByLabel('Rate 3')
  await expect(rate).toHaveValue('0.91')
  await rate.fill('0.915')
  await saved(page, () => page.getByRole('button', { name: 'Save' }).click())
  await page.reload()
  await expect(rate).toHaveValue('0.915')
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Before' }, 'before-and-after')
  await page.goto(`/admin/page/edit/${id}`)
  await titleField(page).fill('After')
  await save(page)
  await page.goto('/admin/audit')
  await page
    .getByRole('button', { name: /^Show changes/ })
    .first()
    .click()
  const change = page.getByRole('row', { name: /^Title/ })
  await expect(change.locator('del')).toHaveText('Before')
  await expect(change.locator('ins')).toHaveText('After')
})

test('categories are indented under their parents, and flat in search results', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/category')
  const green = page.getByRole('link', { name: 'Green tea' })
  await expect(green).toHaveClass(/is-below/)
  await page.getByLabel('Search categories').fill('green')
  await expect(page).toHaveURL(/q=green/)
  await expect(green).not.toHaveClass(/is-below/)
})
