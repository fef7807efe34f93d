// of core/access core/audit plugins/staff ui-admin/src/widgets
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Creates a role for one test and opens it. */
async function openRole(page: Page, origin: string, name: string, permission_list: string[]): Promise<number> {
  await signIn(page)
  const answer = await page.request.post('/api/admin/role', { data: { name, permission_list }, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  await page.goto(`/admin/role/edit/${id}`)
  await expect(page.getByText(/^\d+ permissions?$/)).toBeVisible()
  return id
}

test('granting the edit permission grants view, and a permission without view shows a warning', async ({ page, baseURL }) => {
  await openRole(page, baseURL ?? '', 'Packers', [])
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await box('Products: Edit').check({ force: true })
  await expect(box('Products: View')).toBeChecked()
  await box('Products: View').uncheck({ force: true })
  await expect(page.getByText('These permissions have no effect without “View”.')).toBeVisible()
  await page.getByRole('button', { name: 'Add “View”' }).click()
  await expect(box('Products: View')).toBeChecked()
  await box('View in all of Products').check({ force: true })
  await expect(box('Brands: View')).toBeChecked()
  await expect(box('Brands: Create')).not.toBeChecked()
  expect(await seriousFaults(page)).toEqual([])
})

test('a role can be compared with another and take over its permissions', async ({ page, baseURL }) => {
  await openRole(page, baseURL ?? '', 'Writers', ['get page', 'update page', 'get block'])
  await openRole(page, baseURL ?? '', 'Readers', ['get page', 'get brand'])
  await page.getByLabel('Compare with role').selectOption({ label: 'Writers' })
  await expect(page.getByText('1 more and 2 fewer permissions than Writers.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only differences' }).check({ force: true })
  await expect(page.getByRole('checkbox', { name: /^All permissions for/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'Copy permissions from Writers' }).click()
  await expect(page.getByText('Same permissions as Writers.')).toBeVisible()
})

test('the menu of a role is previewed before it is saved', async ({ page, baseURL }) => {
  await openRole(page, baseURL ?? '', 'Lookers', ['get brand'])
  await page.getByRole('checkbox', { name: 'Orders: View', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Preview menu for this role' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Brands' }).last()).toContainText('View')
  await expect(dialog.getByText('Orders').first()).toBeVisible()
  await expect(dialog.getByText('Attributes')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the permission explanation says in a sentence why somebody cannot do something, and links to the fix', async ({ page, baseURL }) => {
  const role_id = await openRole(page, baseURL ?? '', 'Curious', ['get brand'])
  const origin = baseURL ?? ''
  const made = await page.request.post('/api/admin/account', {
    data: { name: 'Kay Wong', email: 'kay@example.com', password: 'a-long-password', role_id },
    headers: { origin },
  })
  const { id } = (await made.json()) as { id: number }
  await page.goto(`/admin/account/edit/${id}`)
  await expect(page.getByText('Never signed in')).toBeVisible()
  await page.getByRole('link', { name: 'Check access' }).click()
  await page.getByLabel('Action').selectOption('update brand')
  await expect(page.getByRole('heading', { name: 'Kay Wong cannot: Brands: Edit' })).toBeVisible()
  await expect(page.getByText('It is included in catalogue.editor')).toBeVisible()
  await page.getByLabel('Action').selectOption('get brand')
  await expect(page.getByRole('heading', { name: 'Kay Wong can: Brands: View' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Open role “Curious”' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/role/edit/${role_id}$`))
})

test('the audit log shows each field before and after, and its filters are in the URL', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  await page.request.put('/api/admin/settings/mail', { data: { reply_to: 'first@example.com' }, headers: { origin } })
  await page.request.put('/api/admin/settings/mail', { data: { reply_to: 'second@example.com' }, headers: { origin } })
  await page.goto('/admin/audit')
  await page.getByLabel('Record type', { exact: true }).selectOption({ label: 'Settings: Email' })
  await expect(page).toHaveURL(/what=setting\+mail|what=setting%20mail/)
  await page.getByRole('button', { name: 'Show changes: Settings: Email' }).first().click()
  const row = page.getByRole('row', { name: /Reply-to address/ })
  await expect(row.locator('del')).toHaveText('first@example.com')
  await expect(row.locator('ins')).toHaveText('second@example.com')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('From').fill('2001-01-01')
  await page.getByLabel('Until').fill('2001-01-02')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('button', { name: /changes: Settings: Email/ }).first()).toBeVisible()
})

test('setting a new password by an emailed link leads to the sign-in page', async ({ page }) => {
  const bodies: unknown[] = []
  await page.route('**/api/admin/password/reset', (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill({ json: { status: 'passwords.reset' } })
  })
  await page.goto('/admin-reset-password?token=from-a-mail&email=kay%40example.com')
  await page.getByLabel('New password', { exact: true }).pressSequentially('a-long-password-9')
  await page.getByLabel('Repeat new password', { exact: true }).pressSequentially('a-long-password-9')
  await page.getByRole('button', { name: 'Set a new password' }).click()
  await expect(page.getByRole('status')).toContainText('Your password has been reset')
  await expect(page).toHaveURL(/\/admin\/login$/, { timeout: 5_000 })
  expect(bodies).toMatchObject([{ token: 'from-a-mail', email: 'kay@example.com', password: 'a-long-password-9' }])
})
