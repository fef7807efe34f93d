// of plugins/payroll
import type { Page } from '@playwright/test'
import { post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

interface Row {
  id: number
  version: number
}

const read = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(`/api/admin/${path}`)).json()) as T

async function put(page: Page, origin: string, path: string, values: object): Promise<void> {
  const { version } = await read<Row>(page, path)
  const answer = await page.request.put(`/api/admin/${path}`, { data: { ...values, version }, headers: { origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The employee record of the account that is signed in, with an approved salary. Nobody enters their own, so it is linked afterwards. */
async function employSelf(page: Page, origin: string): Promise<number> {
  await page.request.put('/api/admin/settings/employee', { data: { enabled: true }, headers: { origin } })
  const { id: account_id } = await read<{ id: number }>(page, '../admin')
  const own = await read<{ employee: { id: number } | null }>(page, 'my/employee')
  const person = { staff_no: 'E2E-PAY', name: 'Ling Wong', join_date: '2020-01-01', birth_date: '1990-01-01' }
  const id = own.employee?.id ?? (await post(page, origin, 'hr_employee', person)).id
  await put(page, origin, `hr_employee/${id}`, { account_id: null, birth_date: '1990-01-01', tracks_time: false })
  const salaries = await read<{ data: Row[] }>(page, `admin_salary?employee_id=${id}&language=en-US`)
  if (salaries.data.length === 0) {
    const { id: structure_id } = await post(page, origin, 'hr_pay_structure/sample', { code: 'hong_kong' })
    const salary = { employee_id: id, structure_id, effective_from: '2020-01-01', base_amount: '21000.00', allowances: [] }
    await post(page, origin, `admin_salary/${(await post(page, origin, 'admin_salary', salary)).id}/approve`, {})
  }
  await put(page, origin, `hr_employee/${id}`, { account_id })
  return id
}

/** Everybody but one employee gets no payslip. */
async function excludeOthers(page: Page, origin: string, payrollId: number, employeeId: number): Promise<void> {
  const { data } = await read<{ data: Row[] }>(page, 'hr_employee?limit=100&language=en-US')
  await put(page, origin, `hr_payroll/${payrollId}`, { excluded: data.map(({ id }) => id).filter((id) => id !== employeeId) })
}

/** A payslip of the signed-in account that was sent. */
async function sendOwnPayslip(page: Page, origin: string, start_date: string): Promise<void> {
  const employeeId = await employSelf(page, origin)
  const { id } = await post(page, origin, 'hr_payroll', { start_date })
  await excludeOthers(page, origin, id, employeeId)
  await post(page, origin, `hr_payroll/${id}/compute`, {})
  await expect.poll(async () => (await read<{ status: string }>(page, `hr_payroll/${id}`)).status, { timeout: 30_000 }).toBe('pending')
  for (const action of ['approve', 'send']) await post(page, origin, `hr_payroll/${id}/${action}`, {})
}

test('a payroll is added, calculated, reviewed, approved and sent', async ({ page, baseURL }) => {
  const origin = baseURL ?? ''
  await signIn(page)
  const employeeId = await employSelf(page, origin)

  await page.goto('/admin/payroll/create')
  await page.getByLabel('First day').focus()
  await page.keyboard.type('01152026')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/payroll$/)
  const { data } = await read<{ data: Row[] }>(page, 'hr_payroll?start_date=2026-01-01&language=en-US')
  const id = data[0]?.id ?? 0
  await excludeOthers(page, origin, id, employeeId)
  await page.goto(`/admin/payroll/view/${id}`)
  await page.getByRole('button', { name: 'Calculate payroll' }).click()
  await expect(page.getByRole('heading', { name: 'Totals' })).toBeVisible({ timeout: 30_000 })
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('table', { name: 'Employees' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Explain Base salary' }).click()
  await expect(page.getByRole('dialog').getByText('Days of the period', { exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.goto(`/admin/payroll/view/${id}`)
  await page.getByRole('button', { name: 'Approve payroll' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('approved', { ignoreCase: true })
  await page.getByRole('button', { name: 'Send payslips' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send payslips' }).click()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('sent', { ignoreCase: true })
})

test('an employee reads a payslip on a phone, and sees what a line was computed from', async ({ page, baseURL }) => {
  await signIn(page)
  await sendOwnPayslip(page, baseURL ?? '', '2025-11-01')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/my-payroll')
  await expect(page.getByRole('heading', { name: 'My payroll' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.locator('.pay-item').first().click()
  await page.getByRole('button', { name: 'Explain MPF, employee' }).click()
  await expect(page.getByRole('dialog').getByText(/Cap\. 485/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  const href = await page.getByRole('link', { name: 'English' }).getAttribute('href')
  const pdf = await page.request.get(new URL(href ?? '', baseURL).href)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
})
