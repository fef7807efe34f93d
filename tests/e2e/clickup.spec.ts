// of plugins/clickup
import { type FakeClickUp, startFakeClickUp } from '../../plugins/clickup/fakes/server.ts'
import { FAKE } from '../../plugins/clickup/fakes/state.ts'
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

let clickup: FakeClickUp
test.beforeAll(async () => {
  clickup = await startFakeClickUp()
})
test.afterAll(() => clickup.stop())

const TAB = /\/admin\/configuration\?active_tab=clickup$/

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
