// of plugins/clickup
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIResponse, Page } from '@playwright/test'
import { type FakeClickUp, startFakeClickUp } from '../../plugins/clickup/fakes/server.ts'
import { FAKE } from '../../plugins/clickup/fakes/state.ts'
import { FAKE_LIST } from '../../plugins/clickup/fakes/tasks.ts'
import { collectAnswers, findSecrets, type Place, readBrowserStorage, readFolder, readXlsx } from '../support/find-secrets.ts'
import { readShopLog, shopEnv } from './product.ts'
import { runCommand } from './shop-process.ts'
import { seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

/** Every failure of ClickUp that the fake has, as staff see it. After each, no secret is anywhere. */
let clickup: FakeClickUp
let readAnswers: () => Promise<Place[]>
const SPACES = `/admin/clickup/${FAKE.workspace}/space`
const SETTINGS = '/admin/configuration?active_tab=clickup'

const listSecrets = () => [
  ...[FAKE.token, FAKE.personal_token, FAKE.client_secret],
  ...[...clickup.state.tasks.webhooks.values()].map(({ secret }) => secret),
]

async function readBody(answer: APIResponse): Promise<Buffer> {
  expect(answer.ok(), `${answer.url()}: ${answer.status()}`).toBe(true)
  return answer.body()
}

/** All places where a secret could be, except those that only change with an export of the shop. */
async function listPlaces(page: Page): Promise<Place[]> {
  const get = async (path: string) => readBody(await page.request.get(`/api/admin/${path}`))
  const apis = [
    'settings/clickup',
    'settings/clickup?language=*',
    'clickup/sync',
    'clickup/oauth/address',
    'audit_log?limit=100&fields=*',
    'manifest',
  ]
  const texts = await Promise.all(apis.map(async (name) => ({ name, text: (await get(name)).toString() })))
  const sheet = { name: 'xlsx of tasks', text: await readXlsx(await get('task/export')) }
  return [...(await readBrowserStorage(page)), ...(await readAnswers()), ...texts, sheet, { name: 'server log', text: readShopLog() }]
}

const write = async (page: Page, method: 'post' | 'put', path: string, data: object) =>
  readBody(await page.request[method](`/api/admin/${path}`, { data, headers: { origin: new URL(page.url()).origin } }))

const countSpaces = (name: string) => [...clickup.state.spaces.values()].filter((space) => space.name === name).length
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ }).first()

/** Opens the form of a new space while ClickUp works, and fills in its name. */
async function fillSpace(page: Page, name: string): Promise<void> {
  await page.goto(`${SPACES}/create`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Tags').press('Space')
}
const save = (page: Page) => page.getByRole('button', { name: 'Create space' }).click()

/** What was entered is still there after a failure. */
async function expectValues(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('Tags')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Create space' })).toBeEnabled()
}

test.beforeAll(async () => {
  clickup = await startFakeClickUp()
})
test.afterAll(() => clickup.stop())

test.beforeEach(async ({ page }) => {
  readAnswers = collectAnswers(page)
  await signIn(page)
  await page.goto(SETTINGS)
  const values = { ...clickup.settings, token: FAKE.token, sync_tasks: 'both', list_id: FAKE_LIST }
  await write(page, 'put', 'settings/clickup', values)
  await write(page, 'post', 'clickup/sync', {})
  // The list that is stored.
  await page.goto(SPACES)
  await expect(page.getByRole('rowheader', { name: 'Shop floor' })).toBeVisible()
  // The browser forgets the answers of a page that it leaves.
  await page.waitForLoadState('networkidle')
})

test.afterEach(async ({ page }) => {
  await page.waitForLoadState('networkidle')
  clickup.state.set()
  expect(findSecrets(await listPlaces(page), listSecrets())).toEqual([])
})

test('expire_token: a notice, and the settings that say what to do', async ({ page }) => {
  clickup.state.set({ expire_token: 'OAUTH_019' })
  await page.goto(SPACES)
  await expect(page).toHaveURL(/active_tab=clickup$/)
  const notice = page.getByRole('alert').filter({ hasText: 'Token Invalid' })
  await expect(notice).toContainText('The token is invalid, please generate again')
  // Several calls of the screen were refused, and it is said once.
  await expect(notice).not.toContainText('×')
  await expect(page.getByText('ClickUp is not connected')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Task synchronization' })
  await panel.getByRole('button', { name: 'Run synchronization' }).click()
  await expect(panel.getByText('The last run failed: The token is invalid. Connect ClickUp again. (OAUTH_019)')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('deny_team: the form names the workspace and keeps its values; the list leads back to the workspaces', async ({ page }) => {
  await fillSpace(page, 'Denied')
  clickup.state.set({ deny_team: true })
  await save(page)
  await expect(alert(page)).toHaveText('This workspace does not exist at ClickUp, or the token gives no access to it.')
  await expectValues(page, 'Denied')
  expect(await seriousFaults(page)).toEqual([])
  await page.goto(SPACES)
  await expect(page.getByRole('alert').filter({ hasText: 'ID not exists' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/clickup$/)
  clickup.state.set()
  await page.getByRole('link', { name: 'Stoa Trading' }).click()
  await expect(page.getByRole('rowheader', { name: 'Shop floor' })).toBeVisible()
  expect(countSpaces('Denied')).toBe(0)
})

test('rate_limit: the stored list with the reason, and a form that says when to try again', async ({ page }) => {
  await fillSpace(page, 'Patient')
  clickup.state.set({ rate_limit: 0 })
  await save(page)
  await expect(alert(page)).toHaveText(/^ClickUp accepts no more requests for the moment\. Try again at \d+:\d\d:\d\d/)
  await expectValues(page, 'Patient')
  const { length } = clickup.state.calls
  const other = await page.context().newPage()
  await other.goto(SPACES)
  await expect(other.getByText('ClickUp accepts no more requests for the moment. This list was read on')).toBeVisible()
  await expect(other.getByRole('rowheader', { name: 'Shop floor' })).toBeVisible()
  expect(await seriousFaults(other)).toEqual([])
  // Nobody calls before the reset.
  expect(clickup.state.calls).toHaveLength(length)
  await other.goto(SETTINGS)
  await expect(other.getByText(/^ClickUp accepts no more requests for the moment\. Try again at/)).toBeVisible()
  await other.close()
  clickup.state.set()
  // The window of the fake.
  await expect(async () => {
    await save(page)
    await expect(page).toHaveURL(/\/space$/, { timeout: 2_000 })
  }).toPass({ timeout: 60_000, intervals: [5_000] })
  expect(countSpaces('Patient')).toBe(1)
})

test('slow: a spinner, then the stored list once the call was given up, and a working retry', async ({ page }) => {
  clickup.state.set({ slow: 12_000 })
  const begin = Date.now()
  await page.goto(SPACES)
  await expect(page.getByLabel('Loading').first()).toBeVisible()
  await expect(page.getByText('ClickUp cannot be reached. This list was read on')).toBeVisible()
  // One time-out, not one for each of the calls.
  expect(Date.now() - begin).toBeLessThan(14_000)
  clickup.state.set()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This list was read on')).toHaveCount(0)
  await expect(page.getByRole('rowheader', { name: 'Shop floor' })).toBeVisible()
})

test('garbage_body: the stored list with the reason; a space that may exist is not created twice', async ({ page }) => {
  await fillSpace(page, 'Garbled')
  clickup.state.set({ garbage_body: true })
  await save(page)
  await expect(alert(page)).toHaveText('ClickUp did not confirm the change. Check the list of spaces before you try again.')
  await expectValues(page, 'Garbled')
  await page.goto(SPACES)
  await expect(page.getByText('The answer of ClickUp cannot be read. This list was read on')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.goto(SETTINGS)
  await expect(page.getByText('ClickUp sent an answer that cannot be read. Try again later.')).toBeVisible()
  clickup.state.set()
  await page.goto(SPACES)
  await expect(page.getByRole('rowheader', { name: 'Garbled' })).toHaveCount(1)
})

test('drop: a list that was never read says so, and can be read again', async ({ page }) => {
  await write(page, 'put', 'settings/clickup', { token: FAKE.personal_token })
  clickup.state.set({ drop: true })
  await page.goto(SPACES)
  await expect(alert(page)).toContainText('ClickUp cannot be reached. Try again later.')
  expect(await seriousFaults(page)).toEqual([])
  clickup.state.set()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('rowheader', { name: 'Shop floor' })).toBeVisible()
})

test('drop: a task of an erased person that ClickUp still has is listed without a title, also while the synchronization is off', async ({
  page,
}) => {
  const read = async (bytes: Promise<Buffer>) => JSON.parse((await bytes).toString()) as { id: number; person_id: number }
  const person = { email: 'wai@clickup.test', first_name: 'Wai', last_name: 'Ho', password: 'a long password' }
  const { id, person_id } = await read(write(page, 'post', 'customer', person))
  await write(page, 'post', 'my/task', { title: 'Call Wai Ho', subject_type: 'customer', subject_id: id })
  const countTasks = () => [...clickup.state.tasks.tasks.values()].filter(({ name }) => name === 'Call Wai Ho').length
  await expect.poll(countTasks, { timeout: 20_000 }).toBe(1)
  await write(page, 'put', 'settings/clickup', { sync_tasks: 'off' })
  clickup.state.set({ drop: true })
  await write(page, 'post', `person/${person_id}/erase`, { confirmation: String(person_id) })
  await page.goto(SETTINGS)
  const panel = page.getByRole('region', { name: 'Task synchronization' })
  await expect(panel.getByText('Off. Choose the direction and the list above, and save.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(panel.getByText(/^The person whom the task was about was erased\./)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(panel.getByRole('rowheader')).toHaveText('Deleted task')
  await expect(panel.getByRole('button', { name: /^Try/ })).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  clickup.state.set()
  // The job is repeated by itself.
  await expect.poll(countTasks, { timeout: 90_000 }).toBe(0)
})

test('lose_answer: a created space is in the list, and the form asks to look there', async ({ page }) => {
  await fillSpace(page, 'Unanswered')
  clickup.state.set({ lose_answer: 'POST' })
  await save(page)
  await expect(alert(page)).toHaveText('ClickUp did not confirm the change. Check the list of spaces before you try again.')
  await expectValues(page, 'Unanswered')
  await page.getByRole('link', { name: 'Spaces' }).click()
  await expect(page.getByRole('rowheader', { name: 'Unanswered' })).toHaveCount(1)

  // Deleting works the same way.
  clickup.state.set({ lose_answer: 'DELETE' })
  await page.getByRole('button', { name: 'Delete Unanswered' }).click()
  await page.getByRole('textbox').last().fill('Unanswered')
  await page.getByRole('button', { name: 'Delete space' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Delete Fail' })).toContainText('ClickUp did not confirm the change.')
  await expect(page.getByRole('rowheader', { name: 'Unanswered' })).toHaveCount(0)
  expect(countSpaces('Unanswered')).toBe(0)
})

test('an export of the whole shop contains no secret, and the search for secrets finds what is planted', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-secrets-'))
  try {
    await runCommand(['export', '--all', join(folder, 'shop')], '', shopEnv())
    const files = await readFolder(folder)
    expect(files.some(({ text }) => text.includes(clickup.settings.client_id))).toBe(true)
    expect(findSecrets(files, listSecrets())).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
  const planted = await page.context().newPage()
  await planted.goto('/admin/clickup')
  await planted.evaluate(
    async ({ token, secret }) => {
      localStorage.setItem('a', token)
      sessionStorage.setItem('b', btoa(token))
      document.cookie = `c=${encodeURIComponent(secret)}`
      await (await caches.open('planted')).put('/d', new Response(token))
      await new Promise<void>((resolve) => {
        const request = indexedDB.open('planted')
        request.onupgradeneeded = () => request.result.createObjectStore('e', { autoIncrement: true }).add({ secret })
        request.onsuccess = () => resolve(request.result.close())
      })
    },
    { token: FAKE.token, secret: FAKE.client_secret },
  )
  const found = findSecrets(await readBrowserStorage(planted), listSecrets())
  expect(found.map((name) => name.split(':')[0]).toSorted()).toEqual(['IndexedDB', 'caches', 'cookies', 'localStorage', 'sessionStorage'])
  await planted.evaluate(async () => {
    localStorage.removeItem('a')
    document.cookie = 'c=; max-age=0'
    await caches.delete('planted')
    indexedDB.deleteDatabase('planted')
  })
  await planted.close()
})
