// of plugins/clickup
import { type FakeClickUp, startFakeClickUp } from '../../plugins/clickup/fakes/server.ts'
import { FAKE } from '../../plugins/clickup/fakes/state.ts'
import { FAKE_LIST } from '../../plugins/clickup/fakes/tasks.ts'
import type { Page } from '@playwright/test'
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

let clickup: FakeClickUp
test.beforeAll(async () => {
  clickup = await startFakeClickUp()
})
test.afterAll(() => clickup.stop())

const TAB = /\/admin\/configuration\?active_tab=clickup$/

/** Turns the synchronization on, shows its state and a task with a problem, and turns it off again. */
async function synchronizeTasks(page: Page, origin: string): Promise<void> {
  const write = (path: string, data: object, method: 'post' | 'put') =>
    page.request[method](`/api/admin/${path}`, { data, headers: { origin } })
  await write('settings/clickup', { sync_tasks: 'both', list_id: FAKE_LIST }, 'put')
  await page.goto('/admin/configuration?active_tab=clickup')
  const panel = page.getByRole('region', { name: 'Task synchronization' })
  await panel.getByRole('button', { name: 'Run synchronization' }).click()
  await expect(panel.getByText('List: Office')).toBeVisible()
  await expect(panel.getByText('ClickUp reports changes at once.')).toBeVisible()
  // The owner is not a member of the list.
  await write('my/task', { title: 'Water the plants' }, 'post')
  const countProblems = async () => (await (await page.request.get('/api/admin/clickup/sync')).json()).problems.length
  await expect.poll(countProblems, { timeout: 20_000 }).toBe(1)
  await page.reload()
  await expect(panel.getByText('The list has no member with the email address of the assignee.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Try Water the plants again' }).click()
  await expect(panel.getByText('Tasks with a problem')).toBeHidden()
  await write('settings/clickup', { sync_tasks: 'off' }, 'put')
}

test('ClickUp is connected, a space is created, and a revoked token leads back to the settings', async ({ page, baseURL }) => {
  await signIn(page)
  await page.goto('/admin/clickup')
  await expect(page).toHaveURL(TAB)
  await expect(page.getByText('The token is invalid, please generate again').first()).toBeVisible()
  const stored = await page.request.put('/api/admin/settings/clickup', { data: clickup.settings, headers: { origin: baseURL ?? '' } })
  expect(stored.ok(), await stored.text()).toBe(true)

  await page.getByRole('button', { name: 'Connect ClickUp' }).click()
  await expect(page).toHaveURL(TAB)
  await expect(page.getByText('ClickUp is connected.')).toBeVisible()
  await expect(page.getByText('Connected as Mei Chan')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/admin/clickup')
  await page.getByRole('link', { name: 'Stoa Trading' }).click()
  await expect(page.getByRole('rowheader', { name: 'Shop floor' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Create space' }).click()
  await expect(page.getByLabel('Time tracking')).toBeChecked()
  await page.getByLabel('Time tracking').press('Space')
  await page.getByRole('button', { name: 'Create space' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Autumn window')
  await page.getByRole('button', { name: 'Create space' }).click()
  await page.getByRole('link', { name: 'Autumn window' }).click()
  await expect(page.getByLabel('Time tracking')).not.toBeChecked()
  await expect(page.getByLabel('Tags')).toBeChecked()

  await page.setViewportSize({ width: 390, height: 800 })
  await synchronizeTasks(page, baseURL ?? '')
  clickup.state.set({ drop: true })
  await page.goto(`/admin/clickup/${FAKE.workspace}/space`)
  await expect(page.getByText('ClickUp cannot be reached. This list was read on')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFaults(page)).toEqual([])
  clickup.state.set()
  await page.goto('/admin/clickup/12345/space')
  await expect(page.getByText('ID not exists').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/clickup$/)

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  for (const secret of [FAKE.token, FAKE.client_secret, FAKE.code]) expect(kept).not.toContain(secret)
  clickup.state.set({ expire_token: 'OAUTH_025' })
  await page.getByRole('link', { name: 'Stoa Trading' }).click()
  await expect(page.getByText('The token is invalid, please generate again').first()).toBeVisible()
  await expect(page).toHaveURL(TAB)
})
