// of core/access core/mail plugins/people ui-store
import { mailed, operator, staff } from './emailed-links.ts'
import { addTea, open, seriousFaults, signIn } from './support.ts'
import { type APIRequestContext, expect, type Page, test } from './test.ts'

const PASSWORD = 'a long password'

/** The code in the newest SMS to a number. */
async function texted(request: APIRequestContext, phone: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const { data } = await staff(request, 'get', `sms_message?q=${phone}&fields=*`)
    const to = (data as { recipient: string }[])[0]?.recipient
    code = to ? (/\d{6}/.exec(operator('sms', to))?.[0] ?? '') : ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}

async function signUp(page: Page, email: string): Promise<void> {
  await open(page, '/register')
  await page.getByLabel('First name').fill('May')
  await page.getByLabel('Last name').fill('Chan')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Verifies the email of the signed-in customer with the link that the profile page sends. */
async function proveAddress(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Send verification link' }).click()
  await open(page, await mailed(request, email, 'Verify your email address'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your address is verified')
}

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('register, verify, sign in, save an address, reset the password', async ({ page, request }) => {
  const email = 'walk@shop.test'
  await staff(request, 'put', 'settings/shop', { login_validate_email: true })
  await addTea(page)
  await open(page, '/account?tab=addresses')
  await expect(page).toHaveURL(/\/login\?next=%2Faccount%3Ftab%3Daddresses$/)
  expect(await seriousFaults(page)).toEqual([])

  await signUp(page, email)
  await expect(page).toHaveURL(/\/email-validation$/)
  await expect(page.getByText(`We have sent a link to ${email}`)).toBeVisible()
  await open(page, '/login?next=%2Faccount%3Ftab%3Daddresses')
  await enter(page, email)
  await expect(page.getByRole('alert')).toContainText('Verify your email address first')

  await open(page, await mailed(request, email, 'Verify your email address'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your address is verified')
  await staff(request, 'put', 'settings/shop', { login_validate_email: false })

  await open(page, '/login?next=%2Faccount%3Ftab%3Daddresses')
  await enter(page, email, 'not the password')
  await expect(page.getByRole('alert')).toContainText('Incorrect email or password')
  await enter(page, email)
  await expect(page).toHaveURL(/\/account\?tab=addresses$/)
  await expect(page.getByRole('link', { name: 'My account: May' })).toBeVisible()
  // The cart is kept after sign-in.
  await expect(page.locator('.bar-count').last()).toHaveText('1')

  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('May')
  await page.getByLabel('Last name').fill('Chan')
  await page.getByLabel('Address', { exact: true }).fill('18 Tai Ping Shan Street')
  await page.getByLabel('Contact number').fill('9123 4567')
  await page.getByLabel('Default shipping address').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.account-card')).toContainText('18 Tai Ping Shan Street')
  await expect(page.locator('.account-card')).toContainText('Hong Kong')
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('cart_id')

  await open(page, '/password/reset')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page).toHaveURL(/\/password\/reset\/email-confirmation$/)
  await open(page, await mailed(request, email, 'Reset your password'))
  await page.getByLabel('Password', { exact: true }).fill('quite another')
  await page.getByLabel('Confirm password', { exact: true }).fill('quite another')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await enter(page, email, 'quite another')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

test('a phone number is verified in the profile by a code, one message a minute at most', async ({ page, request }) => {
  await staff(request, 'put', 'settings/sms', { provider: 'log' })
  await staff(request, 'put', 'settings/shop', { login_via_phone: true })
  await signUp(page, 'dial@shop.test')
  // After registration the customer is signed in without entering the password again.
  await expect(page).toHaveURL(/\/account\?registered=1$/)
  await expect(page.getByText('Your account has been created, and you are signed in.')).toBeVisible()
  await open(page, '/account?tab=profile')
  await page.getByRole('textbox', { name: 'Phone' }).fill('9555 1234')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').fill(await texted(request, '85295551234'))
  await page.getByRole('button', { name: 'Verify phone' }).click()
  await expect(page.getByRole('heading', { name: 'Verify phone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)

  await open(page, '/login')
  await page.getByRole('button', { name: 'Code by SMS' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('95551234')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('This is too frequent')
  await staff(request, 'put', 'settings/shop', { login_via_phone: false })
})

test('unsubscribing takes one click, and an address entered while signed out is confirmed by email first', async ({ page, request }) => {
  await signUp(page, 'news@shop.test')
  await expect(page).toHaveURL(/\/account/)
  await open(page, '/account?tab=profile')
  await proveAddress(page, request, 'news@shop.test')
  await open(page, '/account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await open(page, '/unsubscribe')
  await page.getByLabel('Email', { exact: true }).fill('news@shop.test')
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('If this address is subscribed')).toBeVisible()
  await open(page, await mailed(request, 'news@shop.test', 'Unsubscribe from Stoa'))
  await expect(page.getByText('This address is subscribed to our news.')).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('This address is unsubscribed.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('This address is subscribed to our news.')).toBeVisible()
})

test('staff see the identities and the timeline of a customer, and erasing requires confirmation', async ({ page, request }) => {
  const made = await request.post('/api/register', {
    data: { email: 'known@shop.test', first_name: 'Kim', last_name: 'Lau', password: PASSWORD, password_confirmation: PASSWORD },
  })
  const { id } = await made.json()
  const { person_id: person } = await staff(request, 'get', `customer/${id}`)
  await request.post('/api/email/verify/resend', { data: { email: 'known@shop.test' } })
  await open(page, await mailed(request, 'known@shop.test', 'Verify your email address'))
  await signIn(page)
  await page.goto(`/admin/customer/list/edit/${id}`)
  await expect(page.locator('.known')).toContainText('known@shop.test')
  await expect(page.locator('.known')).toContainText('Subscribed')
  expect(await seriousFaults(page)).toEqual([])
  await page.goto(`/admin/person/view/${person}`)
  await expect(page.locator('.known')).toContainText('known@shop.test')
  await page.getByRole('button', { name: 'Erase personal data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Person ID').fill('1')
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  await expect(dialog).toContainText(`Please type ${person} to confirm.`)
  await dialog.getByLabel('Person ID').fill(String(person))
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  await expect(page.getByText('The personal data of this person has been erased.')).toBeVisible()
})

test('the account shows the timeline of a customer with the shop, in each language and without scripts', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  await staff(request, 'put', 'settings/shop', { login_validate_email: false })
  await signUp(page, 'timeline@shop.test')
  await expect(page.getByText('Your account has been created')).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(page.getByText('Verify timeline@shop.test to see your activity')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await proveAddress(page, request, 'timeline@shop.test')
  await open(page, '/account?tab=timeline')
  await expect(page.getByRole('listitem').filter({ hasText: 'Account created' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const state = await page.context().storageState()
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? '',
    storageState: state,
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
  })
  const still = await plain.newPage()
  for (const [language, name, line] of [
    ['zh-HK', '紀錄', '已開立帳戶'],
    ['zh-CN', '记录', '已注册账户'],
  ]) {
    await still.goto(`/${language}/account?tab=timeline`)
    await expect(still.getByRole('heading', { name: name ?? '' })).toBeVisible()
    await expect(still.locator('.people-timeline')).toContainText(line ?? '')
  }
  await plain.close()
})
