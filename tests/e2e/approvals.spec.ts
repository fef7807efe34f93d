// of plugins/approvals plugins/purchasing
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const password = 'a long password'

async function call<T>(page: Page, base: string, path: string, data: object): Promise<T> {
  const answer = await page.request.post(`/api/admin/${path}`, { data, headers: { origin: base } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}
const rows = async (page: Page, path: string) =>
  ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: { id: number }[] }).data

/** Creates a purchase order and submits it for approval as the owner. */
async function waiting(page: Page, base: string, quantity: number): Promise<{ id: number; number: string }> {
  const [supplier] = await rows(page, 'supplier?q=Harbour%20Pottery')
  const [warehouse] = await rows(page, 'warehouse')
  const [stock] = await rows(page, `po/stocks?q=POT-RUST&supplier_id=${supplier?.id}`)
  const order = { supplier_id: supplier?.id, warehouse_id: warehouse?.id, lines: [{ stock_id: stock?.id, quantity }] }
  const made = await call<{ id: number; number: string }>(page, base, 'po', order)
  await call(page, base, `po/${made.id}/submit`, {})
  return made
}

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage()
  await signIn(page)
  const base = baseURL ?? ''
  const permission_list = ['get po', 'approve po', 'get approval', 'get approval delegation', 'create approval delegation']
  const role = await call<{ id: number }>(page, base, 'role', { name: 'Head of buying', permission_list })
  await call(page, base, 'account', { name: 'Mo Head', email: 'mo@shop.test', password, role_id: role.id })
  await call(page, base, 'approval_rule', { kind: 'po', role_id: role.id })
  await page.close()
})

/** Signs in as the head of purchasing. */
async function asHead(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill('mo@shop.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/admin\/dashboard/)
}

test('requests are decided on a phone, with a confirmation and a reason for a rejection', async ({ page, baseURL }) => {
  await signIn(page)
  const yes = await waiting(page, baseURL ?? '', 2)
  const no = await waiting(page, baseURL ?? '', 3)
  await page.goto(`/admin/po/${yes.id}`)
  await expect(page.getByText('Waiting for approval by Head of buying')).toBeVisible()
  await expect(page.locator('.appr-card .status')).toHaveText(['Pending'])
  await expect(page.getByText('This is your own request. Someone else has to decide.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  // The action that ends the request is in the menu, not a separate button.
  await expect(page.locator('.page-actions').getByRole('button')).toHaveText(['Add task', 'More'])
  expect(await seriousFaults(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 800 })
  await asHead(page)
  await page.goto('/admin/approvals')
  const card = (number: string) => page.locator('[data-request]', { hasText: number })
  await expect(page.locator('[data-request]')).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect((await card(yes.number).getByRole('button', { name: 'Approve' }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await card(yes.number).getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(card(yes.number)).toHaveCount(0)

  await card(no.number).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await dialog.getByLabel('Reason').pressSequentially('Two are enough')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('No requests to review')).toBeVisible()
  await page.getByRole('tab', { name: 'Reviewed' }).click()
  await expect(card(no.number).getByText('Two are enough')).toBeVisible()
  await page.goto(`/admin/po/${yes.id}`)
  await expect(page.locator('.page-title').getByText('Sent')).toBeVisible()
})

test('keyboard shortcuts move between cards and decide, and the menu badge is updated', async ({ page, baseURL }) => {
  await signIn(page)
  const first = await waiting(page, baseURL ?? '', 4)
  const second = await waiting(page, baseURL ?? '', 5)
  await asHead(page)
  await page.goto('/admin/approvals')
  const entry = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: /Approvals/ })
  await expect(entry).toContainText('2')
  await expect(page.locator('[data-request]')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(page.locator('[data-request]', { hasText: first.number })).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('[data-request]', { hasText: second.number })).toBeFocused()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(second.number)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-request]')).toHaveCount(1)
  await expect(entry).toContainText('1')
})

test('a rule describes its subject in words, and the requester withdraws the request', async ({ page, baseURL }) => {
  await signIn(page)
  await page.goto('/admin/approval-rule/create')
  await page.getByLabel('Applies to').selectOption({ label: 'Refund' })
  expect(await seriousFaults(page)).toEqual([])
  const order = await waiting(page, baseURL ?? '', 6)
  await page.goto('/admin/approvals?tab=asked')
  const card = page.locator('[data-request]', { hasText: order.number })
  await card.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(card.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
})
