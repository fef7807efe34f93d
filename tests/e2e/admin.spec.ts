import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const EMAIL = 'owner@stoa.local'
const PASSWORD = 'a-password-of-my-own'
const START_MS = 120_000
const ALL_SCREENS_MS = 600_000

const dataDir = mkdtempSync(join(tmpdir(), 'stoa-e2e-admin-'))
let server: ChildProcess
let base = ''
let oneTimePassword = ''

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Starts the whole product on an empty directory, as a first user would, and reads the one-time password. */
async function start(): Promise<void> {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...env } = process.env
  server = spawn(process.execPath, ['cli/bin.mjs', 'start'], {
    env: { ...env, STOA_PORT: String(port), STOA_DATA_DIR: dataDir },
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      oneTimePassword ||= /One-time password\s+(\S+)/.exec(said)?.[1] ?? ''
      if (/Ready in/.test(said)) resolve()
    }
    server.stdout?.on('data', listen)
    server.stderr?.on('data', listen)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
}

/** Fills the login form in and sends it. */
async function tryPassword(page: Page, password: string): Promise<void> {
  await page.goto(`${base}/admin/login`)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signIn(page: Page): Promise<void> {
  await tryPassword(page, PASSWORD)
  // Leaving before the answer is there would leave without the session.
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(bad.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

async function createPage(page: Page, title: string, url: string): Promise<void> {
  await page.goto(`${base}/admin/page`)
  await page.getByRole('link', { name: 'New page' }).first().click()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Url').fill(url)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/admin\/page$/)
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(START_MS)
  await start()
})

test.afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  rmSync(dataDir, { recursive: true, force: true })
})

test('a new owner must replace the one-time password before anything else', async ({ page }) => {
  await tryPassword(page, oneTimePassword)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.goto(`${base}/admin/page`)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.getByLabel('One-time password').fill(oneTimePassword)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a wrong password is refused in words and the page keeps no token', async ({ page }) => {
  await tryPassword(page, 'not the password')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await signIn(page)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(kept).not.toContain('token')
})

test('signing in leads back to the page that was asked for, an unknown page to the dashboard', async ({
  page,
}) => {
  await page.goto(`${base}/admin/page?limit=20`)
  await expect(page).toHaveURL(/\/admin\/login\?next=/)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/page\?limit=20$/)
  await page.goto(`${base}/admin/no-such-page`)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('creating a page shows what is missing, suggests its url and goes back to the list', async ({
  page,
}) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Pages' }).first().click()
  await page.getByRole('link', { name: 'New page' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Create Fail').first()).toBeVisible()
  await expect(page.getByText('2 fields need your attention')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Tea house')
  await expect(page.getByLabel('Url')).toHaveValue(/^tea-house/, { timeout: 5000 })
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/admin\/page$/)
  await expect(page.getByText('Submit Success')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tea house' })).toBeVisible()
})

test('a url that is taken is refused right in the list with the exact words', async ({ page }) => {
  await signIn(page)
  await createPage(page, 'First room', 'first-room')
  await createPage(page, 'Second room', 'second-room')
  await page.getByRole('button', { name: 'Edit Url of Second room' }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('first-room')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cell-error')).toHaveText('Please make sure that Url field is unique')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('cell', { name: 'second-room' })).toBeVisible()
})

test('search and page size live in the address and Back brings them back', async ({ page }) => {
  await signIn(page)
  await page.goto(`${base}/admin/page`)
  await page.getByLabel('Search pages').fill('room')
  await expect(page).toHaveURL(/q=room/)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page).toHaveURL(/limit=50/)
  await page.getByRole('link', { name: 'First room' }).click()
  await expect(page.getByRole('heading', { name: 'First room' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/q=room.*limit=50/)
  await expect(page.getByLabel('Search pages')).toHaveValue('room')
})

test('changing the content language asks first, and the other language keeps its own text', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(`${base}/admin/page?q=First`)
  await page.getByRole('link', { name: 'First room' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Lost words')
  await page.getByRole('button', { name: /繁體中文/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Do you really want to switch this form? Unsubmitted materials will be discarded directly.',
  )
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Lost words')
  await page.getByRole('button', { name: /繁體中文/ }).click()
  await dialog.getByRole('button', { name: 'Switch and discard' }).click()
  await expect(page.getByLabel('Title', { exact: false }).first()).toHaveAttribute(
    'placeholder',
    'First room',
  )
  await page.locator('#field-title').fill('第一室')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Submit Success')).toBeVisible()
  const id = /edit\/(\d+)/.exec(page.url())?.[1]
  const row = await (await page.request.get(`${base}/api/admin/page/${id}?language=*`)).json()
  expect(row.title).toMatchObject({ 'en-US': 'First room', 'zh-HK': '第一室' })
})

test('two people changing one record lose nothing', async ({ page }) => {
  await signIn(page)
  await page.goto(`${base}/admin/page?q=Second`)
  await page.getByRole('link', { name: 'Second room' }).click()
  await page.getByLabel('Title', { exact: true }).fill('My room')
  const id = /edit\/(\d+)/.exec(page.url())?.[1]
  const row = await (await page.request.get(`${base}/api/admin/page/${id}?language=*`)).json()
  const other = await page.request.put(`${base}/api/admin/page/${id}`, {
    data: { url: 'moved-room', version: row.version, language: 'en-US' },
    headers: { origin: base },
  })
  expect(other.ok()).toBe(true)
  await page.keyboard.press('ControlOrMeta+S')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep chosen and save' }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  const after = await (await page.request.get(`${base}/api/admin/page/${id}?language=*`)).json()
  expect(after).toMatchObject({ url: 'moved-room', title: { 'en-US': 'My room' } })
})

test('an id that does not exist is told, then the list is shown', async ({ page }) => {
  await signIn(page)
  await page.goto(`${base}/admin/page/edit/999999`)
  await expect(page.getByText('ID not exists').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/page$/)
})

test('when the session is over the work of the form comes back after signing in', async ({
  page,
  context,
}) => {
  await signIn(page)
  await page.goto(`${base}/admin/page?q=First`)
  await page.getByRole('link', { name: 'First room' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Half a thought')
  await context.clearCookies()
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Login expired')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half a thought')
})

test('the interface speaks all three languages', async ({ page }) => {
  await signIn(page)
  for (const [name, word] of [
    ['繁體中文', '個人資料'],
    ['简体中文', '个人资料'],
    ['English', 'Profile'],
  ] as const) {
    await page.goto(`${base}/admin/profile`)
    await page.locator('.profile-choice select').first().selectOption({ label: name })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word)
  }
})

for (const [theme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`every screen is accessible in the ${theme} theme at ${width} px`, async ({ page }) => {
    test.setTimeout(ALL_SCREENS_MS)
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 800 })
    await signIn(page)
    await expect(page).toHaveURL(/dashboard/)
    const manifest = await (await page.request.get(`${base}/api/admin/manifest?language=en-US`)).json()
    const resources = Object.values(manifest.resources) as { path: string; verbs: string[] }[]
    const paths = resources.flatMap(({ path, verbs }) => [
      path,
      ...(verbs.includes('create') ? [`${path}/create`] : []),
    ])
    for (const path of ['dashboard', 'profile', 'configuration', ...paths]) {
      await page.goto(`${base}/admin/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    }
  })
}

test('the page asks no other origin for anything', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== base) foreign.push(request.url())
  })
  await signIn(page)
  await page.goto(`${base}/admin/page/create`)
  await page.locator('.rich .ce-paragraph').first().waitFor()
  expect(foreign).toEqual([])
})
