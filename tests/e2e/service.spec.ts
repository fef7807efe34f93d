// of plugins/service plugins/forms plugins/sales
import { open, PLACE, post, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

test.use({ actionTimeout: 15_000 })

let n = 0
/** Creates a service with its form, through the admin API. */
async function service(page: Page, origin: string, price: string, needsYes: boolean): Promise<string> {
  const url = `fitting-${Date.now()}-${++n}`
  const name = { 'en-US': 'Fitting', 'zh-HK': '量身', 'zh-CN': '量身' }
  const form = await post(page, origin, 'form', { title: name, url })
  const more = { type: 'service', form_id: form.id, is_approval_required: needsYes, track_inventories: false }
  await post(page, origin, 'product', { name, sku: url, url, ...more, stocks: [{ price, sku: `${url}-1` }] })
  return url
}

const visitors = [
  {
    language: 'en-US',
    width: 1280,
    labels: ['Send application', 'View application', 'Under review', 'Approved', 'Cancel application', 'Canceled'],
  },
  {
    language: 'zh-HK',
    width: 390,
    labels: ['提交申請', '查看申請', '審核中', '已批核', '取消申請', '已取消'],
  },
  {
    language: 'zh-CN',
    width: 390,
    labels: ['提交申请', '查看申请', '审核中', '已批准', '取消申请', '已取消'],
  },
] as const

const noScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

/** Types the values into the form of a service and presses Enter at once. */
async function fill(page: Page, email: string): Promise<void> {
  const type = (name: string, text: string) => page.locator(`.forms-step [name="${name}"]`).pressSequentially(text)
  await type('first_name', 'May')
  await type('last_name', 'Chan')
  await type('phone', '91234567')
  await type('email', email)
  await page.locator('.forms-step [name="email"]').press('Enter')
}

for (const [nth, { language, width, labels }] of visitors.entries()) {
  test(`an application for a service is submitted, approved by staff, opened by its link and canceled, in ${language}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const desk = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
    const staff = await desk.newPage()
    await signIn(staff)
    const url = await service(staff, baseURL ?? '', '480.00', true)
    const [, see, waiting, approved, cancel, canceled] = labels
    await page.setViewportSize({ width, height: 900 })
    await open(page, `/${language}/product/${url}`)
    await page.locator('.buy-box .button-main').press('Enter')
    await expect(page).toHaveURL(new RegExp(`/service/${url}$`))
    expect(await seriousFaults(page)).toEqual([])
    expect(await noScroll(page)).toBe(true)
    await fill(page, `fit-${nth}@shop.test`)
    await page.getByRole('link', { name: see }).press('Enter')
    await expect(page.locator('.service-status')).toHaveText(waiting)
    expect(await seriousFaults(page)).toEqual([])
    expect(await noScroll(page)).toBe(true)

    const number = (await page.locator('.facts dd').first().textContent()) ?? ''
    await staff.goto('/admin/service')
    await staff.getByRole('link', { name: number }).click()
    await staff.getByRole('button', { name: 'Approve' }).click()
    await staff.getByLabel('Message to the applicant').pressSequentially('Gladly.')
    expect(await seriousFaults(staff)).toEqual([])
    // The status word is already on the page as a step of the progress bar, so wait for the response.
    const agreed = staff.waitForResponse((answer) => answer.url().endsWith('/agree'))
    await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
    expect((await agreed).status()).toBe(200)
    await expect(staff.getByText('Approved', { exact: true }).first()).toBeVisible()
    expect(await seriousFaults(staff)).toEqual([])

    await page.reload()
    await expect(page.locator('.service-status')).toHaveText(approved)
    await expect(page.locator('.facts')).toContainText('Gladly.')
    await expect(page.locator('.button-main')).toContainText('480.00')
    await page.getByRole('button', { name: cancel }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: cancel }).press('Enter')
    await expect(page.locator('.service-status')).toHaveText(canceled)
    await desk.close()
  })
}

test('a service without approval leads to the checkout, and is paid there', async ({ page, browser, baseURL }) => {
  const desk = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const staff = await desk.newPage()
  await signIn(staff)
  const url = await service(staff, baseURL ?? '', '60.00', false)
  await desk.close()
  await open(page, `/service/${url}`)
  await page.getByRole('button', { name: 'Increase quantity' }).press('Enter')
  await expect(page.locator('.price-large')).toContainText('120.00')
  await fill(page, 'quick@shop.test')
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.locator(PLACE)).toBeVisible()
  await page.getByLabel('Email').pressSequentially('quick@shop.test')
  await page.getByLabel('First name').pressSequentially('May')
  await page.getByLabel('Last name').pressSequentially('Chan')
  await page.locator('#checkout-payment_method input').first().press('Space')
  await page.locator(PLACE).press('Enter')
  await expect(page).toHaveURL(/\/order\/success\?order=/)
})

const PDF = {
  name: 'plan.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
}

/** Approves an application as staff. */
async function approve(staff: Page, number: string): Promise<void> {
  await staff.goto('/admin/service')
  await staff.getByRole('link', { name: number }).click()
  await staff.getByRole('button', { name: 'Approve' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(staff.getByRole('dialog')).toBeHidden()
  await expect(staff.getByText('Approved', { exact: true }).first()).toBeVisible()
}

/** An applicant applies and pays by transfer after approval; staff complete the application. */
async function throughAll(page: Page, staff: Page, url: string, email: string, back: () => Promise<unknown>): Promise<void> {
  await open(page, `/service/${url}`)
  await fill(page, email)
  await page.getByRole('link', { name: 'View application' }).press('Enter')
  await expect(page.locator('.service-status')).toHaveText('Under review')
  const number = (await page.locator('.facts dd').first().textContent()) ?? ''
  await approve(staff, number)

  // A file for the applicant appears on their page.
  const chooser = staff.waitForEvent('filechooser')
  await staff.getByRole('button', { name: 'Add file' }).press('Enter')
  await (await chooser).setFiles(PDF)
  await expect(staff.getByRole('link', { name: 'plan.pdf', exact: true })).toBeVisible()
  expect(await seriousFaults(staff)).toEqual([])

  await back()
  await expect(page.locator('.service-status')).toHaveText('Approved')
  const file = page.locator('.service-files').getByRole('link', { name: 'plan.pdf' })
  expect((await page.request.get((await file.getAttribute('href')) ?? '')).status()).toBe(200)
  expect(await seriousFaults(page)).toEqual([])

  // The order page shows how to pay; staff mark the transfer as received.
  await page.locator('.button-main').press('Enter')
  await expect(page).toHaveURL(/\/order\/view\//)
  await expect(page.locator('main')).toContainText('480.00')
  await staff.locator('.doc-facts a[href*="/admin/order/"]').click()
  await staff.getByRole('button', { name: 'Mark as paid' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).press('Enter')
  await expect(staff.getByRole('dialog')).toBeHidden()

  await back()
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.service-status')).toHaveText('Paid', { timeout: 1_000 })
  }).toPass()
  await staff.goto('/admin/service')
  await staff.getByRole('link', { name: number }).click()
  for (const [step, now, customerStatus] of [
    ['Start', 'Processing', 'In progress'],
    ['Mark as completed', 'Completed', 'Completed'],
  ] as const) {
    await staff.getByRole('button', { name: step }).click()
    // Next steps are shown in advance. The button disappears with its step.
    await expect(staff.getByRole('button', { name: step })).toBeHidden()
    await expect(staff.getByText(now, { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.locator('.service-status')).toHaveText(customerStatus)
  }
  expect(await seriousFaults(staff)).toEqual([])
}

test('a guest pays after approval, gets a file, and follows the service to completion by the link', async ({ page, browser, baseURL }) => {
  const desk = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const staff = await desk.newPage()
  await signIn(staff)
  const url = await service(staff, baseURL ?? '', '480.00', true)
  await page.setViewportSize({ width: 390, height: 844 })
  let link = ''
  await throughAll(page, staff, url, 'through@shop.test', async () => {
    link ||= page.url()
    await page.goto(link)
  })
  await desk.close()
})

test('a member finds the application in the account, without a link', async ({ page, browser, baseURL }) => {
  const desk = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const staff = await desk.newPage()
  await signIn(staff)
  const url = await service(staff, baseURL ?? '', '480.00', true)
  const email = `member-${Date.now()}@shop.test`
  const password = 'a long password'
  const names = { first_name: 'May', last_name: 'Chan' }
  await post(staff, baseURL ?? '', 'customer', { email, password, ...names })
  await open(page, '/login')
  await page.getByLabel('Email', { exact: true }).pressSequentially(email)
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/account$/)
  await throughAll(page, staff, url, email, async () => {
    await open(page, '/account')
    await page
      .getByRole('link', { name: 'Applications' })
      .or(page.getByRole('tab', { name: 'Applications' }))
      .first()
      .click()
    await page.locator('.account-orders a').first().click()
    await expect(page).toHaveURL(/\/service\/application\/AP[^?]*$/)
  })
  await desk.close()
})
