// of plugins/claims
import type { Page } from '@playwright/test'
import { begin, post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

interface EmployeeRow {
  id: number
  version: number
}

/** Today in the time zone of the sample shop. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date())

/** Changes account or manager of an employee record. */
async function linkEmployee(page: Page, origin: string, id: number, values: object): Promise<void> {
  const { version } = (await (await page.request.get(`/api/admin/hr_employee/${id}`)).json()) as EmployeeRow
  const answer = await page.request.put(`/api/admin/hr_employee/${id}`, { data: { ...values, version }, headers: { origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Gives the signed-in account an employee record below a manager, and switches self-service on. */
async function setUp(page: Page, origin: string): Promise<{ suffix: string; category: number; self: number }> {
  const put = (path: string, data: object) => page.request.put(`/api/admin/${path}`, { data, headers: { origin } })
  await put('settings/employee', { enabled: true })
  const suffix = String(Date.now()).slice(-8)
  const boss = await post(page, origin, 'hr_employee', { staff_no: `B-${suffix}`, name: `Boss ${suffix}`, join_date: '2020-01-01' })
  const own = (await (await page.request.get('/api/admin/my/employee')).json()) as { employee: { id: number } | null }
  const self =
    own.employee ??
    (await post<{ id: number }>(page, origin, 'hr_employee', { staff_no: `S-${suffix}`, name: 'Signed In', join_date: '2020-01-01' }))
  const { id: account_id } = (await (await page.request.get('/api/admin')).json()) as { id: number }
  await linkEmployee(page, origin, self.id, { account_id, manager_id: boss.id })
  const { id: category } = await post(page, origin, 'hr_expense_category', {
    code: `taxi_${suffix}`,
    title: `Taxi ${suffix}`,
    limit_item: '500.00',
    mileage_rates: [],
  })
  return { suffix, category, self: self.id }
}

/** A photo of a phone: larger than the upload limit of pixels, drawn in the browser. */
async function takePhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3_000
    canvas.height = 4_000
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#fdfdf8'
    pen.fillRect(0, 0, 3_000, 4_000)
    pen.fillStyle = '#222222'
    pen.font = '200px sans-serif'
    for (let line = 1; line < 18; line++) pen.fillText(`Taxi receipt HKD 86.50 no. ${line}`, 120, line * 210)
    return canvas.toDataURL('image/jpeg', 0.95)
  })
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}

test('an employee claims a taxi on a phone with a photo of the receipt, over a line that breaks', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { suffix, category } = await setUp(page, baseURL ?? '')
  await page.goto('/admin/my-reimbursement')
  await page.getByRole('link', { name: 'Create expense claim' }).click()
  await page.getByLabel('Title').pressSequentially(`Visit ${suffix}`)
  await page.getByRole('button', { name: 'Create expense claim' }).click()
  await expect(page).toHaveURL(/my-reimbursement\/view\/\d+$/)
  await page.getByRole('button', { name: 'Add expense' }).click()
  await page.locator('input[capture]').setInputFiles(await takePhoto(page))
  await expect(page.getByRole('img', { name: 'IMG_0001.jpg' })).toBeVisible()
  await page.getByLabel('Category').selectOption(String(category))
  await page.getByLabel('Amount on the receipt').pressSequentially('86.50')
  await page.getByLabel('Description').pressSequentially('Airport')
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // The first upload reaches the server, but its answer is lost. The form repeats it, and the expense exists once.
  let isLost = false
  await page.route('**/api/admin/my/reimbursement/*/item', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Save expense' }).click()
  await expect(page.getByRole('button', { name: `Edit expense: Taxi ${suffix} Airport` })).toHaveCount(1)
  await page.unroute('**/api/admin/my/reimbursement/*/item')

  // The draft is on the server.
  await page.reload()
  await expect(page.getByRole('button', { name: `Edit expense: Taxi ${suffix} Airport` })).toHaveCount(1)
  await page.getByRole('button', { name: /Open receipt/ }).click()
  const picture = page.getByRole('dialog').getByRole('img', { name: 'IMG_0001.jpg' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => [image.naturalWidth, image.naturalHeight]))).toEqual(
    [1_500, 2_000],
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Close window' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit claim' }).click()
  await expect(page.getByText('Waiting for finance')).toBeVisible()
  await page.goto('/admin/my-work')
  await expect(page.getByRole('heading', { name: 'My expense claims' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('an expense above a limit needs a reason, and a repeated one names the other claim', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { category } = await setUp(page, baseURL ?? '')
  const origin = baseURL ?? ''
  await page.request.put('/api/admin/settings/claims', { data: { receipt_required_over: null }, headers: { origin } })
  const first = await post(page, origin, 'my/reimbursement', { title: 'First' })
  const expense = { expense_date: today(), category_id: category, currency: 'HKD', amount: '600' }
  await post(page, origin, `my/reimbursement/${first.id}/item`, { ...expense, reason: 'Storm' })
  const { id } = await post(page, origin, 'my/reimbursement', { title: 'Second' })
  await page.goto(`/admin/my-reimbursement/view/${id}`)
  await page.getByRole('button', { name: 'Add expense' }).click()
  await page.getByLabel('Category').selectOption(String(category))
  await page.getByLabel('Amount on the receipt').pressSequentially('600')
  await expect(page.getByText('This is above the limit. Say why.')).toBeVisible()
  await page.getByRole('button', { name: 'Save expense' }).click()
  await expect(page.getByText(/Enter a reason/)).toBeVisible()
  await expect(page.getByText('An expense of the same date and amount is in')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit claim' })).toBeDisabled()
  await page.getByRole('button', { name: /Edit expense/ }).click()
  await page.getByLabel('Reason').pressSequentially('Night')
  await page.getByRole('button', { name: 'Save expense' }).click()
  await expect(page.getByRole('button', { name: 'Submit claim' })).toBeEnabled()
  await page.getByRole('button', { name: 'Withdraw claim' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw claim' }).click()
  await expect(page.getByText('Claim withdrawn')).toBeVisible()
})

test('finance lowers an amount, approves a claim and records the payment', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  const { self, category } = await setUp(page, origin)
  const { id } = await post(page, origin, 'my/reimbursement', { title: 'Factory visit' })
  const expense = { expense_date: today(), category_id: String(category), currency: 'USD', description: 'Hotel' }
  for (const amount of ['40', '12.50']) {
    const receipt = { name: 'hotel.png', mimeType: 'image/png', buffer: await page.screenshot() }
    const multipart = { ...expense, amount, receipt }
    expect((await page.request.post(`/api/admin/my/reimbursement/${id}/item`, { multipart, headers: { origin } })).ok()).toBe(true)
  }
  await post(page, origin, `my/reimbursement/${id}/submit`)
  // Nobody decides about a claim of their own, so the record is unlinked from the account.
  await linkEmployee(page, origin, self, { account_id: null })
  await page.goto(`/admin/reimbursement/view/${id}`)
  await expect(page.getByRole('button', { name: /Open receipt/ })).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
  await begin(page, 'Change approved amounts')
  const amount = page.getByRole('dialog').getByLabel('Approved amount in HKD').first()
  await amount.selectText()
  await amount.pressSequentially('80')
  await page.getByRole('dialog').getByRole('button', { name: 'Save amounts' }).click()
  await expect(page.getByText('Amounts saved')).toBeVisible()
  await begin(page, 'Approve claim')
  await page.getByRole('dialog').getByLabel('Note').pressSequentially('Checked')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve claim' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('approved', { ignoreCase: true })
  await begin(page, 'Record payment')
  const [year, month, day] = today().split('-')
  await page.getByRole('dialog').getByLabel('Payment date').first().focus()
  await page.keyboard.type(`${month}${day}${year}`)
  await page.getByRole('dialog').getByLabel('Payment reference').pressSequentially('FPS 7')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('paid', { ignoreCase: true })
  await expect(page.getByText('FPS 7').first()).toBeVisible()
})
