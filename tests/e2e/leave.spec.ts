// of plugins/leave
import type { Page } from '@playwright/test'
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

/** The next Monday that is at least two weeks away, in the time zone of the sample shop. */
function nextMonday(): string {
  const date = new Date(Date.now() + 14 * 86_400_000)
  date.setUTCDate(date.getUTCDate() + ((8 - (date.getUTCDay() || 7)) % 7))
  return date.toISOString().slice(0, 10)
}
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** Types a date key by key: month, day, year, as the browser's date input shows them. */
async function typeDate(page: Page, label: string, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-')
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(`${month}${day}${year}`)
}

interface EmployeeRow {
  id: number
  version: number
}

/** The employee record of the account that is signed in; it is added when there is none. */
async function findSelf(page: Page, origin: string): Promise<number> {
  const own = (await (await page.request.get('/api/admin/my/employee')).json()) as { employee: { id: number } | null }
  if (own.employee) return own.employee.id
  return (await post(page, origin, 'hr_employee', { staff_no: 'E2E-SELF', name: 'Signed In', join_date: '2020-01-01' })).id
}

/** Links an employee record to the account that is signed in, or to none. */
async function linkSelf(page: Page, origin: string, id: number, isLinked: boolean): Promise<void> {
  const { id: account_id } = (await (await page.request.get('/api/admin')).json()) as { id: number }
  const { version } = (await (await page.request.get(`/api/admin/hr_employee/${id}`)).json()) as EmployeeRow
  const data = { account_id: isLinked ? account_id : null, version }
  const answer = await page.request.put(`/api/admin/hr_employee/${id}`, { data, headers: { origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function setUp(page: Page, origin: string): Promise<{ typeId: number; employeeId: number; monday: string }> {
  await page.request.put('/api/admin/settings/employee', { data: { enabled: true }, headers: { origin } })
  const suffix = String(Date.now()).slice(-8)
  const type = { code: `e2e_${suffix}`, title: `Family leave ${suffix}`, effective_from: '2020-01-01', accrual_table: [] }
  const { id: typeId } = await post(page, origin, 'hr_leave_type', type)
  const { id: employeeId } = await post(page, origin, 'hr_employee', {
    staff_no: `E2E-${suffix}`,
    name: `Ling Wong ${suffix}`,
    join_date: '2020-01-01',
  })
  const monday = nextMonday()
  const grant = { type_id: typeId, days: '10', valid_from: '2020-01-01', valid_to: plus(monday, 400), reason: 'Test' }
  const ownId = await findSelf(page, origin)
  // Nobody adds days to the own balance, so the record is linked afterwards.
  await linkSelf(page, origin, ownId, false)
  for (const employee_id of [employeeId, ownId]) await post(page, origin, 'hr_leave/balance/adjust', { employee_id, ...grant })
  await linkSelf(page, origin, ownId, true)
  return { typeId, employeeId, monday }
}

test('an employee takes a day off on a phone, after seeing what it costs, and cancels it', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { typeId, monday } = await setUp(page, baseURL ?? '')
  await page.goto('/admin/my-leaves')
  await page.getByRole('link', { name: 'Take Day Off' }).click()
  await expect(page.getByRole('heading', { name: 'Take Day Off' })).toBeVisible()
  await page.getByLabel('Leave type').selectOption(String(typeId))
  await typeDate(page, 'First day', monday)
  await typeDate(page, 'Last day', plus(monday, 1))
  await page.getByLabel('Reason').pressSequentially('A visit')
  const costs = page
    .getByRole('region')
    .or(page.locator('section', { hasText: 'Days deducted' }))
    .last()
  await expect(costs).toContainText('2 days')
  await expect(costs).toContainText('8 days')
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page).toHaveURL(/\/admin\/my-leave\/view\/\d+$/)
  await expect(page.getByText('Waiting for: manager')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/admin/my-leave/create')
  await page.getByLabel('Leave type').selectOption(String(typeId))
  await typeDate(page, 'First day', monday)
  await expect(page.getByText(/covers the same time/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit request' })).toBeDisabled()

  await page.goto('/admin/my-leaves')
  await page
    .getByRole('link', { name: /Family leave/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancel leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel leave' }).click()
  await expect(page.getByText('Leave canceled')).toBeVisible()
})

test('an employee saves a draft on a phone, edits and submits it, and deletes another one', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { typeId, monday } = await setUp(page, baseURL ?? '')
  const fill = async (date: string) => {
    await page.goto('/admin/my-leave/create')
    await page.getByLabel('Leave type').selectOption(String(typeId))
    await typeDate(page, 'First day', date)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL(/\/admin\/my-leave\/view\/\d+$/)
    await expect(page.getByText('Nobody else sees a draft')).toBeVisible()
  }
  const draftDay = plus(monday, 7)
  await fill(draftDay)
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.reload()
  await expect(page.getByLabel('First day', { exact: true })).toHaveValue(draftDay)
  await page.getByLabel('Reason').pressSequentially('Graduation')
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByText('Waiting for: manager')).toBeVisible()
  await expect(page.getByText('Graduation')).toBeVisible()

  await fill(plus(monday, 14))
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page).toHaveURL(/\/admin\/my-leaves$/)
  await expect(page.getByText('Draft deleted')).toBeVisible()
})

test('a manager approves leave, and the balance opens to its rows', async ({ page, baseURL }) => {
  await signIn(page)
  const { typeId, employeeId, monday } = await setUp(page, baseURL ?? '')
  const { id } = await post(page, baseURL ?? '', 'hr_leave/request', {
    employee_id: employeeId,
    type_id: typeId,
    start_date: monday,
    end_date: plus(monday, 2),
  })
  await page.goto(`/admin/leave/view/${id}`)
  await expect(page.getByText('Balance on the first day')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve leave' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('approved', { ignoreCase: true })

  await page.goto('/admin/leave/balance')
  await page
    .getByRole('button', { name: /View balance details: Family leave .*Ling Wong .*7 days/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Leave taken')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('a balance is adjusted with a reason', async ({ page, baseURL }) => {
  await signIn(page)
  await setUp(page, baseURL ?? '')
  await page.goto('/admin/leave/balance')
  await page
    .getByRole('button', { name: /Adjust balance, Ling Wong .*Family leave/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Days').pressSequentially('1.5')
  await dialog.getByRole('button', { name: 'Adjust balance' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Reason').pressSequentially('Worked on a Sunday')
  await dialog.getByRole('button', { name: 'Adjust balance' }).click()
  await expect(page.getByText('Balance adjusted')).toBeVisible()
})
