// of plugins/people/store core/access ui-admin/src/entry
import { mailed, staff } from './emailed-links.ts'
import { comeAs, open, seriousFaults } from './support.ts'
import { type APIRequestContext, expect, type Page, test } from './test.ts'

const PASSWORD = 'a long password'

/** Registers a customer and signs in on the page. */
async function member(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const data = { email, first_name: 'May', last_name: 'Chan', password: PASSWORD, password_confirmation: PASSWORD }
  expect((await request.post('/api/register', { data })).status()).toBe(201)
  await comeAs(page, 'en-US', email, PASSWORD)
}

/** Replaces the text of a field. */
async function retype(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

test('address book: a second address becomes the default, one is edited, one is deleted after confirmation', async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await member(page, request, 'book@shop.test')
  await open(page, '/account?tab=addresses')
  await expect(page.getByText('No addresses yet.')).toBeVisible()
  const cards = page.locator('.account-card')
  const add = async (street: string) => {
    await page.getByRole('button', { name: 'Add address' }).press('Enter')
    for (const [label, text] of [
      ['First name', 'May'],
      ['Last name', 'Chan'],
      ['Address', street],
      ['Contact number', '9123 4567'],
    ] as const)
      await page.getByLabel(label, { exact: true }).pressSequentially(text)
    await page.getByLabel('Default shipping address').press(' ')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(cards.filter({ hasText: street })).toHaveCount(1)
  }
  await add('18 Tai Ping Shan Street')
  await add('3 Wing Lok Street')
  // A live region announces that the other address is no longer the default.
  await expect(page.getByText('Saved as the default address.')).toBeAttached()
  const badge = (street: string) => cards.filter({ hasText: street }).getByText('Default shipping address')
  await expect(badge('3 Wing Lok Street')).toHaveCount(1)
  await expect(badge('18 Tai Ping Shan Street')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Change 18 Tai Ping Shan Street' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit address' })).toBeVisible()
  await retype(page, 'Contact number', '2540 0000')
  // Cancel discards the changes.
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(cards.filter({ hasText: '2540 0000' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Change 18 Tai Ping Shan Street' }).press('Enter')
  await retype(page, 'Contact number', '2540 0000')
  await page.getByLabel('Contact number').press('Enter')
  await expect(cards.filter({ hasText: '18 Tai Ping Shan Street' })).toContainText('2540 0000')

  await page.getByRole('button', { name: 'Delete 3 Wing Lok Street' }).press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(cards).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete 3 Wing Lok Street' }).press('Enter')
  // On a slow machine the `close` event of the first dialog arrives late; it must not close the second one.
  await dialog.dispatchEvent('close')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('18 Tai Ping Shan Street')
  await request.dispose()
})

test('profile: the name is changed, a new email address applies once verified, and a password change requires the old one', async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await member(page, request, 'old@shop.test')
  await open(page, '/account?tab=profile')
  await retype(page, 'First name', 'Maisie')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('Saved').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const mail = page.locator('.account-part', { has: page.getByLabel('New email address') })
  await mail.getByLabel('New email address').pressSequentially('new@shop.test')
  await mail.getByLabel('Current password').pressSequentially('not the password')
  await page.keyboard.press('Enter')
  await expect(mail.getByText('The current password is incorrect.')).toBeVisible()
  await retype(page, 'New email address', 'new@shop.test')
  await mail.getByLabel('Current password').press('ControlOrMeta+a')
  await mail.getByLabel('Current password').pressSequentially(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('new@shop.test becomes your address when you open the link')).toBeVisible()
  await open(page, await mailed(request, 'new@shop.test', 'Verify your email address'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your address is verified')

  await open(page, '/account?tab=profile')
  await expect(page.getByText('new@shop.test')).toBeVisible()
  const part = page.locator('.account-part', { has: page.getByLabel('New password') })
  await part.getByLabel('Current password').pressSequentially(PASSWORD)
  await part.getByLabel('New password').pressSequentially('quite another one')
  await part.getByLabel('Confirm password').pressSequentially('quite another two')
  await page.keyboard.press('Enter')
  await expect(part.locator('input[aria-invalid=true]')).toBeVisible()
  await part.getByLabel('Confirm password').press('ControlOrMeta+a')
  await part.getByLabel('Confirm password').pressSequentially('quite another one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed.').first()).toBeVisible()
  // The fields are empty afterwards.
  await expect(part.getByLabel('New password')).toHaveValue('')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await comeAs(page, 'en-US', 'new@shop.test', 'quite another one')
  await expect(page.getByRole('link', { name: 'My account: Maisie' })).toBeVisible()
  await request.dispose()
})

test('a forgotten staff password gets a link by email, with the same answer for any address, and the link works once', async ({
  page,
  request,
}) => {
  const role = await staff(request, 'post', 'role', { name: 'helper', permission_list: ['get page'] })
  await staff(request, 'post', 'account', { name: 'Kim', email: 'kim@stoa.local', role_id: role.id, password: 'an old password' })
  const ask = async (email: string) => {
    await page.goto('/admin/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').pressSequentially(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('If this email belongs to a staff account')
  }
  await ask('nobody@stoa.local')
  expect(await seriousFaults(page)).toEqual([])
  await ask('kim@stoa.local')
  const link = await mailed(request, 'kim@stoa.local', 'Reset your password')
  await page.goto(link)
  const repeat = page.getByLabel('Repeat new password')
  await page.getByLabel('New password', { exact: true }).pressSequentially('a brand new password')
  await repeat.pressSequentially('a brand new passwort')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await repeat.press('ControlOrMeta+a')
  await repeat.pressSequentially('a brand new password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been reset.')).toBeVisible()
  await page.getByLabel('Email').pressSequentially('kim@stoa.local')
  await page.getByLabel('Password', { exact: true }).pressSequentially('a brand new password')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).pressSequentially('yet another password')
  await repeat.pressSequentially('yet another password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
})
