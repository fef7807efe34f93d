// of core/fields core/resource plugins/content plugins/payments ui-admin/src/form ui-admin/src/widgets
import { makePage, saved, seriousFaults, signIn, storedPage } from './support.ts'
import { expect, test } from './test.ts'
import { retype } from './retype.ts'

test('tabs of a long form show their error counts, and the summary links to each error', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product/create?tab=stock')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Create Fail').first()).toBeVisible()
  await expect(page).toHaveTitle(/^Error: /)
  const general = page.getByRole('tab', { name: /^General \d+ error/ })
  await expect(general).toBeVisible()
  await page.getByRole('tab', { name: 'Search engine listing' }).click()
  await expect(page).toHaveURL(/tab=seo/)
  await page.locator('.error-summary').getByRole('link', { name: 'Product Name' }).click()
  await expect(page.locator('#field-name')).toBeFocused()
  await expect(general).toHaveAttribute('aria-selected', 'true')
  expect(await seriousFaults(page)).toEqual([])
})

test('switching form tabs asks for no confirmation, and keeps the input of the other tab', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Tabs' }, 'with-tabs')
  await page.goto(`/admin/page/edit/${id}`)
  await page.locator('#field-title').fill('Typed before')
  await page.getByRole('tab', { name: 'Search engine listing' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.locator('#field-meta_title').fill('For engines')
  await expect(page.getByText('Unsaved changes: General, Search engine listing')).toBeVisible()
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(page.locator('#field-title')).toHaveValue('Typed before')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  await page.getByRole('link', { name: 'Sliders' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/slider$/)
})

test('Enter directly after the title saves with the generated URL, and keeps a URL that was typed', async ({ page }) => {
  await signIn(page)
  const stored = async (q: string) =>
    ((await (await page.request.get(`/api/admin/brand?fields=url&q=${q}`)).json()) as { data: { url: string }[] }).data.map(
      ({ url }) => url,
    )
  await page.goto('/admin/brand/create')
  await page.locator('#field-title').pressSequentially('Quickest')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/brand$/)
  expect(await stored('Quickest')).toEqual([expect.stringMatching(/^quickest/)])

  await page.goto('/admin/brand/create')
  await page.locator('#field-title').pressSequentially('Named by hand')
  await page.locator('#field-url').pressSequentially('own-words')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/brand$/)
  expect(await stored('Named')).toEqual(['own-words'])
})

test('a translation begins with a copy of what is missing, and the language is marked complete', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Our kettle' }, 'our-kettle', { meta_title: { 'en-US': 'Kettles' } })
  await page.goto(`/admin/page/edit/${id}?language=zh-HK`)
  const chinese = page.getByRole('button', { name: /繁體中文/ })
  await expect(chinese).toContainText('not translated')
  await page.getByRole('button', { name: 'Copy missing text from English' }).click()
  await expect(page.locator('#field-title')).toHaveValue('Our kettle')
  await page.locator('#field-title').fill('我們的水壺')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Submit Success')).toBeVisible()
  await expect(chinese).toContainText('complete')
  expect((await storedPage(page, id)).title).toEqual({ 'en-US': 'Our kettle', 'zh-HK': '我們的水壺' })
})

test('on an edit conflict each field is chosen separately and nothing is lost', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  const id = await makePage(page, origin, { 'en-US': 'Both', 'zh-HK': '兩人' }, 'both-of-us', { meta_title: { 'en-US': 'Old' } })
  await page.goto(`/admin/page/edit/${id}`)
  await page.locator('#field-title').fill('My title')
  await page.locator('#field-url').fill('my-url')
  const { version } = await storedPage(page, id)
  const theirs = { title: { 'en-US': 'Their title', 'zh-HK': '他們' }, url: 'their-url', meta_title: { 'en-US': 'New' }, version }
  expect((await page.request.put(`/api/admin/page/${id}`, { data: theirs, headers: { origin } })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect(dialog).toContainText('Their changes to these fields are kept: Meta title')
  await expect(dialog.getByRole('row', { name: /Title \(English\)/ })).toContainText('My title')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('#field-title')).toHaveValue('My title')
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('row', { name: /URL/ }).getByRole('radio').nth(1).check()
  await dialog.getByRole('button', { name: 'Save selected values' }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  expect(await storedPage(page, id)).toMatchObject({
    title: { 'en-US': 'My title', 'zh-HK': '他們' },
    url: 'their-url',
    meta_title: { 'en-US': 'New' },
  })
})

test('the secret field of a deselected provider appears when it is rejected, and can be cleared by keyboard alone', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '' }
  const paypal = {
    provider: 'paypal',
    client_id: 'shop',
    client_secret: 'client-1234',
    webhook_id: 'w',
    api_base: 'https://one.example.com',
  }
  const made = await page.request.post('/api/admin/payment_method', { data: { code: 'moved', title: 'Moved', ...paypal }, headers })
  const { id, version } = (await made.json()) as { id: number; version: number }
  const stripe = { provider: 'stripe', publishable_key: 'pk_1', secret_key: 'sk_1234', version }
  const turned = await page.request.put(`/api/admin/payment_method/${id}`, { data: stripe, headers })
  expect(turned.status(), await turned.text()).toBe(200)
  await page.goto(`/admin/payment/edit/${id}`)
  await expect(page.getByText('Client secret')).toHaveCount(0)
  await retype(page.locator('#field-api_base'), 'https://two.example.com')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  const hidden = page.locator('.field', { hasText: 'Client secret' })
  await expect(hidden.locator('.field-error')).toContainText('Enter the secret again')
  await page.getByRole('alert').getByRole('link', { name: 'Client secret' }).click()
  await expect(hidden.getByRole('button', { name: 'Replace: Client secret' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(hidden.getByRole('button', { name: 'Keep current value: Client secret' })).toBeFocused()
  const secretField = page.locator('.field', { hasText: 'Secret key' })
  await secretField.getByRole('button', { name: 'Replace: Secret key' }).press('Enter')
  await expect(page.locator('input#field-secret_key')).toBeFocused()
  await page.keyboard.type('sk_5678')
  await saved(page, () => page.keyboard.press('Enter'))
  const now = (await (await page.request.get(`/api/admin/payment_method/${id}`)).json()) as Record<string, unknown>
  expect(now).toMatchObject({ api_base: 'https://two.example.com', secret_key: { set: true }, client_secret: { set: false } })
})
