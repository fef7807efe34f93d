// of plugins/payroll plugins/attendance plugins/leave plugins/claims plugins/hr
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { begin, post, seriousFaults, signIn, tryPassword } from './support.ts'
import { expect, test } from './test.ts'

/**
 * The month of docs/guide/payroll-month.md in a browser: the office works at a desk in English, each employee on a phone in another language.
 * Only what was there before the month is set up through the API.
 */
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'a long password'
const ROOT = join(import.meta.dirname, '../..')

type Language = 'en-US' | 'zh-HK' | 'zh-CN'
interface Texts {
  [key: string]: string | Texts
}

/** A text of the screens of a plugin. */
function getText(language: Language, plugin: string, key: string): string {
  const texts = JSON.parse(readFileSync(join(ROOT, `plugins/${plugin}/admin/locales/${language}.json`), 'utf8')) as Texts
  const found = key.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  expect(typeof found, `${plugin} ${key}`).toBe('string')
  return String(found)
}

interface Person {
  id: number
  name: string
  email: string
  language: Language
}

const people = {
  clerk: { id: 0, name: 'Clerk Cheung', email: 'clerk@month.test', language: 'zh-CN' },
  guard: { id: 0, name: 'Guard Ko', email: 'guard@month.test', language: 'zh-HK' },
  leaver: { id: 0, name: 'Leaver Lam', email: 'leaver@month.test', language: 'en-US' },
} satisfies Record<string, Person>

const read = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(`/api/admin/${path}`)).json()) as T

async function put(page: Page, origin: string, path: string, data: object): Promise<void> {
  const answer = await page.request.put(`/api/admin/${path}`, { data, headers: { origin } })
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
}

/** Types a date key by key, as the browser's date input shows it in English. */
async function typeDate(page: Page, label: string, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-')
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(`${month}${day}${year}`)
}

/** Opens the admin on the phone of an employee, signed in with the password. */
async function openPhone(browser: Browser, base: string, { email, language }: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: base, locale: 'en-US', hasTouch: true })
  const page = await context.newPage()
  await tryPassword(page, email, PASSWORD)
  await page.waitForURL(/\/admin\/(?!login)/)
  await context.addCookies([{ name: 'admin_language', value: language, url: base }])
  return page
}

/** The page has no serious fault of accessibility, and nothing is wider than the screen. */
async function expectFit(page: Page): Promise<void> {
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Confirms an action of a document in its dialog. */
async function confirmAction(page: Page, name: string): Promise<void> {
  await begin(page, name)
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

/** Opens the first row of a list that has this text. */
const openRow = (page: Page, text: string) => page.locator('tbody tr', { hasText: text }).first().getByRole('link').first().click()

const expectStatus = (page: Page, status: string) =>
  expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(status, { ignoreCase: true, timeout: 30_000 })

test('what was there before the month', async ({ page, baseURL }) => {
  const origin = baseURL ?? ''
  await signIn(page)
  await put(page, origin, 'settings/employee', { enabled: true, work_weekdays: [1, 2, 3, 4, 5] })
  await put(page, origin, 'settings/attendance', { appeal_window_days: 3_660 })
  await put(page, origin, 'settings/claims', { approval: 'one_step', claim_window_days: 3_660, paid_by: 'payroll' })
  const role = await post(page, origin, 'role', { name: 'Employees of the month', permission_list: [] })
  const { id: holiday_calendar_id } = await post(page, origin, 'hr_holiday_calendar', { code: 'month', title: 'Month' })
  const { id: structure_id } = await post(page, origin, 'hr_pay_structure/sample', { code: 'hong_kong' })
  const hire = async (person: Person, values: { join_date: string; [field: string]: unknown }, base_amount: string) => {
    const { name, email } = person
    const account = await post(page, origin, 'account', { name, email, password: PASSWORD, role_id: role.id })
    const place = { account_id: account.id, time_zone: 'Asia/Hong_Kong', holiday_calendar_id }
    person.id = (await post(page, origin, 'hr_employee', { name, staff_no: email.split('@')[0], ...place, ...values })).id
    const salary = { employee_id: person.id, structure_id, effective_from: values.join_date, base_amount, allowances: [] }
    await post(page, origin, `admin_salary/${(await post(page, origin, 'admin_salary', salary)).id}/approve`)
  }
  await hire(people.clerk, { join_date: '2024-03-01', birth_date: '1992-08-20', tracks_time: false }, '30000.00')
  await hire(people.guard, { join_date: '2026-11-16', birth_date: '2001-01-15' }, '21000.00')
  await hire(people.leaver, { join_date: '2023-05-02', birth_date: '1988-12-01', last_day: '2026-11-20' }, '24000.00')
  for (const [code, title, paid_fraction, days] of [
    ['m_annual', 'Annual leave of the month', '1', '7'],
    ['m_sick', 'Sick leave of the month', '0.8', '104'],
    ['m_unpaid', 'Unpaid leave of the month', '0', ''],
  ]) {
    const type = { code, title, paid_fraction, needs_balance: days !== '', effective_from: '2020-01-01', accrual_table: [] }
    const { id: type_id } = await post(page, origin, 'hr_leave_type', type)
    if (days === '') continue
    const span = { valid_from: '2026-03-01', valid_to: '2027-02-28', reason: 'Carried in' }
    await post(page, origin, 'hr_leave/balance/adjust', { employee_id: people.clerk.id, type_id, days, ...span })
  }
  for (let month = 0; month < 12; month++) {
    const [start, end] = [new Date(Date.UTC(2025, 10 + month, 1)), new Date(Date.UTC(2025, 11 + month, 0))].map((day) =>
      day.toISOString().slice(0, 10),
    )
    const amounts = { gross: '31500.00', net: '30000.00', wages: '31500.00', relevant_income: '31500.00' }
    const span = { start_date: start, end_date: end, days: String(Number(end?.slice(8))), reference: `Before ${start}` }
    await post(page, origin, 'hr_pay_opening', { employee_id: people.clerk.id, currency: 'HKD', ...span, ...amounts })
  }
  await post(page, origin, 'hr_expense_category', { code: 'm_taxi', title: 'Taxi of the month', mileage_rates: [] })
})

test('the office adds a night shift, assigns it to the guard, and imports the punches of the month', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/shift/create')
  await page.getByLabel('Name', { exact: true }).pressSequentially('Night of the month')
  await page.getByLabel('Start', { exact: true }).pressSequentially('22:00')
  await page.getByLabel('End', { exact: true }).pressSequentially('6:00')
  for (const [label, value] of [
    [/^Break length/, '60'],
    [/^Closes after end/, '2:00'],
  ] as const) {
    await page.getByLabel(label).fill('')
    await page.getByLabel(label).pressSequentially(value)
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Night of the month' })).toBeVisible()

  await page.goto('/admin/shift/assignment/create')
  for (const [label, typed, chosen] of [
    ['Employee', 'Guard', /Guard Ko/],
    ['Shift', 'Night of', /Night of the month/],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: chosen }).first().click()
  }
  await typeDate(page, 'From', '2026-11-16')
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await page.locator('label', { hasText: day }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: '2026-11-16' }).click()
  await begin(page, 'Publish')
  await expectStatus(page, 'published')

  await page.goto('/admin/punch')
  await page.getByRole('button', { name: 'Import punches' }).click()
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'terminal.csv', mimeType: 'text/csv', buffer: Buffer.from(punchLines().join('\n')) })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('To add: 47')
  await dialog.getByRole('button', { name: 'Import punches' }).click()
  await expect(page.getByText('Punches imported: 47')).toBeVisible()
  await expect(page.locator('tbody')).toContainText('2026-11-30 22:00')
})

/** The file of the terminal: the guard forgets to punch out on the 20th and stays long on the 25th; the leaver misses the 12th. */
function punchLines(): string[] {
  const after = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const nights = ['16', '17', '18', '19', '20', '23', '24', '26', '27', '30'].map((day) => `2026-11-${day}`)
  const days = ['02', '03', '04', '05', '06', '09', '10', '11', '13', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`)
  return [
    'staff_no,time,direction',
    ...nights.flatMap((date) => [
      `guard,${date} 22:00,in`,
      ...(date.endsWith('19') ? [] : [`guard,${after(date)} ${date.endsWith('24') ? '07:30' : '06:00'},out`]),
    ]),
    ...days.flatMap((date) => [`leaver,${date} 09:00,in`, `leaver,${date} 18:00,out`]),
  ]
}

test('the guard appeals against the forgotten punch on a phone in 繁體, and the office approves it and the overtime', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  await page.goto('/admin/attendance')
  await page.getByRole('button', { name: 'Recalculate' }).click()
  await typeDate(page, 'From', '2026-11-01')
  await typeDate(page, 'To', '2026-11-30')
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculate' }).click()
  await expect(page.getByText(/Days changed: \d+/)).toBeVisible({ timeout: 30_000 })

  const text = (key: string) => getText('zh-HK', 'attendance', key)
  const phone = await openPhone(browser, baseURL ?? '', people.guard)
  await phone.goto('/admin/my-attendance')
  await expect(phone.getByRole('button', { name: text('punch.in') })).toBeVisible()
  while ((await phone.locator('.attendance-days a', { hasText: '2026-11-19' }).count()) === 0) {
    await phone.getByRole('button', { name: text('previous') }).click()
    await expect(phone.locator('.attendance-days a').first()).toBeVisible()
  }
  await phone.locator('.attendance-days a', { hasText: '2026-11-19' }).click()
  await expect(phone.getByText(text('reason_missing_out'))).toBeVisible()
  await expectFit(phone)
  await phone.getByRole('button', { name: text('appeal') }).click()
  await phone.getByLabel(text('form.out')).focus()
  await phone.keyboard.type('0600AM')
  await phone.getByLabel(text('form.reason')).pressSequentially('忘記打卡')
  await expectFit(phone)
  await phone.getByRole('button', { name: text('form.send') }).click()
  await expect(phone.getByText(text('obstacle_open'))).toBeVisible()

  await page.goto('/admin/attendance')
  await page.getByRole('link', { name: 'Appeals' }).click()
  await expect(page.locator('tbody')).toContainText('2026-11-20 06:00')
  await page.getByRole('link', { name: '忘記打卡' }).click()
  await confirmAction(page, 'Approve appeal')
  await expectStatus(page, 'approved')

  await page.goto('/admin/attendance?work_date=2026-11-24')
  await openRow(page, '2026-11-24')
  await confirmAction(page, 'Approve overtime')
  await expect(page.getByRole('row', { name: /Approved overtime/ })).toContainText('1:30')
  await phone.reload()
  await expect(phone.locator('main')).toContainText('出席')
  await phone.context().close()
})

test('the clerk takes leave on a phone in 简体, and a holiday that is published afterwards gives a day back', async ({
  page,
  browser,
  baseURL,
}) => {
  const text = (key: string) => getText('zh-CN', 'leave', key)
  const phone = await openPhone(browser, baseURL ?? '', people.clerk)
  const take = async (type: string, from: string, to: string, part?: string) => {
    await phone.goto('/admin/my-leave/create')
    await phone.getByLabel(text('type')).selectOption({ label: type })
    await typeDate(phone, text('start_date'), from)
    await typeDate(phone, text('end_date'), to)
    if (part !== undefined) await phone.getByLabel(text('part')).selectOption({ label: part })
    await expect(phone.locator('section', { hasText: text('preview') }).last()).toContainText(text('after'))
    await expectFit(phone)
    await phone.getByRole('button', { name: text('submit') }).click()
    await expect(phone).toHaveURL(/my-leave\/view\/\d+$/)
  }
  await take('Annual leave of the month', '2026-11-10', '2026-11-10', text('part_pm'))
  await take('Sick leave of the month', '2026-11-17', '2026-11-20')
  await take('Annual leave of the month', '2026-11-25', '2026-11-25')

  await signIn(page)
  for (let n = 0; n < 3; n++) {
    await page.goto('/admin/leave')
    await openRow(page, 'Pending')
    await confirmAction(page, 'Approve leave')
    await expectStatus(page, 'approved')
  }
  await page.goto('/admin/holiday/create')
  await page.getByLabel('Title', { exact: true }).pressSequentially('Founding day')
  await page.getByLabel('Calendar', { exact: true }).click()
  await page.getByRole('option', { name: 'Month' }).click()
  await typeDate(page, 'Date', '2026-11-25')
  await page.getByLabel(/^Kind/).selectOption({ label: 'Company' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByPlaceholder('Search holidays').pressSequentially('Founding')
  await page.getByRole('link', { name: 'Founding day' }).click()
  await begin(page, 'Publish')
  await expectStatus(page, 'published')
  await expect.poll(async () => (await read<{ total: number }>(page, 'hr_leave_adjustment?language=en-US')).total).toBe(1)
  await page.goto('/admin/leave')
  await page.getByRole('link', { name: /Holiday adjustments/ }).click()
  await openRow(page, '2026-11-25')
  await begin(page, 'Confirm adjustment')
  await expectStatus(page, 'approved')

  await phone.goto('/admin/my-leaves')
  await expect(phone.locator('main')).toContainText(text('days').replace('{{n}}', '6.5'))
  await expect(phone.locator('main')).toContainText(text('days').replace('{{n}}', '100'))
  await expectFit(phone)
  await phone.context().close()
})

test('the clerk claims a taxi with a photo, and the office approves it', async ({ page, browser, baseURL }) => {
  const text = (key: string) => getText('zh-CN', 'claims', key)
  const phone = await openPhone(browser, baseURL ?? '', people.clerk)
  await phone.goto('/admin/my-reimbursement/create')
  await phone.getByLabel(text('title')).pressSequentially('客户拜访')
  await phone.getByRole('button', { name: text('start_claim') }).click()
  await phone.getByRole('button', { name: text('add_expense') }).click()
  await phone.locator('input[capture]').setInputFiles(join(ROOT, 'fixtures/content/pictures/slide-gifts.webp'))
  await typeDate(phone, text('expense_date'), '2026-11-11')
  await phone.getByLabel(text('category')).selectOption({ label: 'Taxi of the month' })
  await phone.getByLabel(text('amount')).pressSequentially('245.50')
  await expectFit(phone)
  await phone.getByRole('button', { name: text('save_expense') }).click()
  await phone.getByRole('button', { name: text('submit') }).click()
  await expect(phone.getByText(text('waits_pending'))).toBeVisible()
  await phone.context().close()

  await signIn(page)
  await page.goto('/admin/reimbursement')
  await openRow(page, 'Clerk Cheung')
  await confirmAction(page, 'Approve claim')
  await expectStatus(page, 'approved')
})

/** Lines of a payslip by name, in the language of the screen; sums included. */
const expectAmounts = async (page: Page, amounts: readonly string[]): Promise<void> => {
  for (const amount of amounts) await expect(page.locator('main').getByText(`HKD ${amount}`).first()).toBeVisible()
}

/** Adds and computes the payroll of a month. Employees of the sample shop get no payslip. */
async function computePayroll(page: Page, origin: string, typed: string, start: string): Promise<void> {
  await page.goto('/admin/payroll/create')
  await page.getByLabel('First day').focus()
  await page.keyboard.type(typed)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/payroll$/)
  const { data } = await read<{ data: { id: number; version: number }[] }>(page, `hr_payroll?start_date=${start}&language=en-US`)
  const employees = await read<{ data: { id: number }[] }>(page, 'hr_employee?limit=100&language=en-US')
  const own = Object.values(people).map(({ id }) => id)
  const excluded = employees.data.map(({ id }) => id).filter((id) => !own.includes(id))
  await put(page, origin, `hr_payroll/${data[0]?.id}`, { excluded, version: data[0]?.version })
  await page.reload()
  await openRow(page, start)
  await expect(page).toHaveURL(/\/admin\/payroll\/view\/\d+$/)
  await begin(page, 'Calculate payroll')
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible({ timeout: 30_000 })
}

const payslips: readonly [keyof typeof people, readonly string[]][] = [
  ['clerk', ['29,200.00', '35.62', '131.78', '245.50', '1,468.37', '28,144.53']],
  ['guard', ['10,500.00', '225.00', '10,725.00']],
  ['leaver', ['15,200.00', '760.00', '14,440.00']],
]

test('the payroll of November pays what the guide works out, and everybody reads the payslip on a phone', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  await computePayroll(page, baseURL ?? '', '11012026', '2026-11-01')
  await expectAmounts(
    page,
    payslips.map(([, amounts]) => amounts.at(-1) ?? ''),
  )
  await expectFit(page)
  const payroll = page.url()
  for (const [who, amounts] of payslips) {
    await page.goto(payroll)
    await page.getByRole('link', { name: people[who].name }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(people[who].name)
    await expectAmounts(page, amounts)
  }
  await page.goto(payroll)
  await begin(page, 'Approve payroll')
  await expectStatus(page, 'approved')
  await confirmAction(page, 'Send payslips')
  await expectStatus(page, 'sent')
  await begin(page, 'Record payment')
  await typeDate(page, 'Paid on', '2026-11-30')
  await page
    .getByRole('dialog')
    .getByLabel(/^Payment reference/)
    .pressSequentially('Autopay 11')
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await expectStatus(page, 'paid')

  for (const [who, amounts] of payslips) {
    const phone = await openPhone(browser, baseURL ?? '', people[who])
    await phone.goto('/admin/my-payroll')
    await phone.locator('.pay-item').first().click()
    await expect(phone.getByText(getText(people[who].language, 'payroll', 'tap_line'))).toBeVisible()
    await expectAmounts(phone, amounts)
    await expectFit(phone)
    await phone.context().close()
  }
})

test('leave that is taken in a paid month is adjusted in December', async ({ page, browser, baseURL }) => {
  const text = (key: string) => getText('zh-HK', 'leave', key)
  const phone = await openPhone(browser, baseURL ?? '', people.guard)
  await phone.goto('/admin/my-leave/create')
  await phone.getByLabel(text('type')).selectOption({ label: 'Unpaid leave of the month' })
  await typeDate(phone, text('start_date'), '2026-11-27')
  await typeDate(phone, text('end_date'), '2026-11-27')
  await phone.getByRole('button', { name: text('submit') }).click()
  await expect(phone).toHaveURL(/my-leave\/view\/\d+$/)
  await phone.context().close()

  await signIn(page)
  await page.goto('/admin/leave')
  await openRow(page, 'Pending')
  await confirmAction(page, 'Approve leave')
  await expectStatus(page, 'approved')
  // Whatever the day is: the guard tracks no time in December.
  const { version } = await read<{ version: number }>(page, `hr_employee/${people.guard.id}?language=en-US`)
  await put(page, baseURL ?? '', `hr_employee/${people.guard.id}`, { tracks_time: false, version })
  await post(page, baseURL ?? '', 'hr_attendance/recalculate', { from: '2026-12-01', to: '2026-12-31' })
  await computePayroll(page, baseURL ?? '', '12012026', '2026-12-01')
  const payroll = page.url()
  for (const [who, amounts] of [
    ['guard', ['21,000.00', '20,300.00']],
    ['clerk', ['30,000.00', '1,500.00', '28,500.00']],
  ] as const) {
    await page.goto(payroll)
    await page.getByRole('link', { name: people[who].name }).first().click()
    await expectAmounts(page, amounts)
    if (who === 'clerk') continue
    await page.getByRole('button', { name: 'Explain Adjustment: Base salary' }).click()
    await expect(page.getByRole('dialog')).toContainText('−HKD 700.00')
  }
})
