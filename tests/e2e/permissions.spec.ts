// of core/access plugins/staff ui-admin/src/form ui-admin/src/list
import { post, seriousFaults, signIn, tryPassword } from './support.ts'
import { expect, type Page, test } from './test.ts'

const PASSWORD = 'a-password-for-readers'

/** Creates a role with these permissions and an account with that role. */
async function hire(page: Page, origin: string, email: string, permission_list: string[]): Promise<number> {
  await signIn(page)
  const role = await post(page, origin, 'role', { name: `Role of ${email}`, permission_list })
  await post(page, origin, 'account', { name: 'Reader', email, password: PASSWORD, role_id: role.id })
  await page.context().clearCookies()
  return role.id
}

for (const { right, email, menu, list, denied, required } of [
  {
    right: 'get page',
    email: 'pages@example.com',
    menu: 'Pages',
    list: '/admin/page',
    denied: '/admin/product',
    required: 'get product',
  },
  {
    right: 'get product',
    email: 'products@example.com',
    menu: 'Products',
    list: '/admin/product',
    denied: '/admin/page/create',
    required: 'get page',
  },
]) {
  test(`staff with only "${right}" see that list and no way to change it`, async ({ page, baseURL }) => {
    await hire(page, baseURL ?? '', email, [right])
    await tryPassword(page, email, PASSWORD)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toContainText(['Stoa', 'Home', 'Dashboard', 'My tasks', 'My calendar', menu])
    await expect(links).toHaveCount(6)

    await page.goto(list)
    await expect(page.locator('.row-title').first()).toBeVisible()
    for (const name of ['Import', 'Export']) await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^New (page|product)$/ })).toHaveCount(0)
    await expect(page.getByRole('switch')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0)
    await page.locator('.row-title').first().click()
    await expect(page.getByText('View only')).toBeVisible()
    await expect(page.getByRole('main').locator('input:not([type=checkbox]):enabled')).toHaveCount(0)
    expect(await seriousFaults(page)).toEqual([])

    await page.goto(`${list}/create`)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await expect(page.locator('.bp6-toast')).toContainText(right.replace('get', 'create'))
    await page.goto(denied)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await expect(page.locator('.bp6-toast')).toContainText(required)

    const origin = baseURL ?? ''
    const resource = required.replace('get ', '')
    expect((await page.request.get(`/api/admin/${resource}`)).status()).toBe(403)
    const ownResource = right.replace('get ', '')
    expect((await page.request.delete(`/api/admin/${ownResource}/1`, { headers: { origin } })).status()).toBe(403)
  })
}

test('a screen below a visible list names the permission it requires, once', async ({ page, baseURL }) => {
  await hire(page, baseURL ?? '', 'desk@example.com', ['get booking'])
  await tryPassword(page, 'desk@example.com', 'a-password-of-nobody')
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(password).toHaveValue('')
  await tryPassword(page, 'desk@example.com', PASSWORD)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.goto('/admin/booking/history/scanner')
  await expect(page.locator('.bp6-toast')).toHaveCount(1)
  await expect(page.locator('.bp6-toast')).toContainText('update booking')
})

test('a permission revoked meanwhile is named once, in place of the record', async ({ page, browser, baseURL }) => {
  const origin = baseURL ?? ''
  const role = await hire(page, origin, 'before@example.com', ['get product'])
  await tryPassword(page, 'before@example.com', PASSWORD)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.goto('/admin/product')
  await expect(page.locator('.row-title').first()).toBeVisible()
  const owner = await browser.newPage({ baseURL: origin })
  await signIn(owner)
  await owner.request.put(`/api/admin/role/${role}`, { data: { permission_list: ['get page'] }, headers: { origin } })
  await owner.close()
  await page.locator('.row-title').first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'You need the permission "get product" for this.' })).toBeVisible()
  await expect(page.getByText('Get Data Fail')).toHaveCount(1)
})

test('staff who only edit products trigger no request that their role cannot read', async ({ page, baseURL }) => {
  await hire(page, baseURL ?? '', 'editor@example.com', ['get product', 'update product'])
  await tryPassword(page, 'editor@example.com', PASSWORD)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await page.goto('/admin/product')
  await page.locator('.row-title').first().click()
  const tabs = page.getByRole('main').getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (const tab of await tabs.all()) {
    await tab.click()
    await page.waitForLoadState('networkidle')
  }
  await expect(page.getByText('Get Data Fail')).toHaveCount(0)
  expect(refused).toEqual([])
})
