// of plugins/desk plugins/reports plugins/crm/admin/dashboard.tsx ui-admin/src/dashboard ui-admin/src/common/sortable.tsx
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Titles of the cards, in order. */
const titles = (page: Page) => page.locator('.card-place h2')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openDashboard(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/dashboard${query}`)
  await expect(titles(page).first()).toBeVisible()
}

async function arrange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Arrange cards' }).click()
  await expect(page.getByRole('button', { name: 'Save layout' })).toBeVisible()
}

test('cards are added, moved, resized and removed with the keyboard, and the layout stays', async ({ page }) => {
  await signIn(page)
  await openDashboard(page)
  const before = await titles(page).allTextContents()
  expect(before.slice(0, 2)).toEqual(['Sales', 'Work to do'])
  await page.getByRole('button', { name: 'Arrange cards' }).press('Enter')
  await page.getByRole('button', { name: 'Remove Work to do' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Work to do was removed.' })).toBeAttached()
  await page.getByRole('button', { name: 'Add card' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Refunds' }).press('Enter')
  await expect(titles(page).last()).toHaveText('Refunds')
  // The menu gives the focus back when it is closed.
  await expect(page.getByRole('button', { name: 'Add card' })).toBeFocused()
  // By the handle: Space picks the card up and drops it.
  const handle = page.getByRole('button', { name: 'Move Sales', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Sales is at position 1')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Sales is at position 2')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(titles(page)).toContainText([before[2] ?? '', 'Sales'])
  // By buttons.
  await page.getByRole('button', { name: 'Move Sales forward' }).press('Enter')
  await expect(titles(page)).toContainText(['Sales', before[2] ?? ''])
  await page.getByLabel('Size of Sales', { exact: true }).selectOption('full')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save layout' }).press('Enter')
  await expect(page.getByText('Layout saved').first()).toBeVisible()
  await page.reload()
  await expect(card(page, 'Sales')).toHaveClass(/is-full/)
  const after = await titles(page).allTextContents()
  expect(after.at(-1)).toBe('Refunds')
  expect(after).not.toContain('Work to do')

  await arrange(page)
  await page.getByRole('button', { name: 'Reset dashboard' }).click()
  await expect(page.getByText('Dashboard reset').first()).toBeVisible()
  await expect(titles(page).nth(1)).toHaveText('Work to do')
  expect(await titles(page).allTextContents()).toEqual(before)
})

test('an owner arranges the dashboard of a role, and a card leads to its report in the same period', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/dashboard?period=last_30_days')
  await expect(card(page, 'Sales').getByRole('link', { name: 'Show all' })).toHaveAttribute('href', /report\/sales\?period=last_30_days$/)
  await arrange(page)
  await page.getByRole('button', { name: 'Remove Work to do' }).press('Enter')
  const save = page.getByRole('button', { name: 'Save for role' })
  await save.click()
  await page.getByRole('menuitem', { name: 'owner', exact: true }).click()
  await expect(page.getByText('Layout saved for owner')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(card(page, 'Sales')).toBeVisible()
  await expect(card(page, 'Work to do')).toHaveCount(0)

  await arrange(page)
  await save.click()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Remove layout of owner' }).click()
  await expect(page.getByText('Layout of owner removed')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(card(page, 'Work to do')).toBeVisible()
})

test('cards are dragged with the mouse; leaving without saving changes nothing', async ({ page }) => {
  await signIn(page)
  await openDashboard(page)
  await arrange(page)
  const from = await page.getByRole('button', { name: 'Move Work to do', exact: true }).boundingBox()
  const to = await page.getByRole('button', { name: 'Move Sales', exact: true }).boundingBox()
  if (!from || !to) throw new Error('Nothing to drag, or nowhere')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x - 40, from.y + 5, { steps: 5 })
  await page.mouse.move(to.x - 300, to.y + 5, { steps: 10 })
  await page.mouse.up()
  await expect(titles(page).first()).toHaveText('Work to do')
  // The click that follows a drag at once is taken for its end.
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect(async () => {
    await cancel.click({ timeout: 1_000 })
    await expect(cancel).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(titles(page).first()).toHaveText('Sales')
})

test('a layout that was changed in another window is loaded again', async ({ page, baseURL }) => {
  await signIn(page)
  await openDashboard(page)
  const { version } = (await (await page.request.get('/api/admin/cards')).json()) as { version: number }
  const headers = { origin: baseURL ?? '' }
  await arrange(page)
  const data = { dashboard: 'dashboard', version, cards: [{ name: 'work', size: 'full' }] }
  expect((await page.request.put('/api/admin/cards', { data, headers })).status()).toBe(200)
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(page.getByText('The layout was changed in another window.').first()).toBeVisible()
  await expect(titles(page)).toHaveText(['Work to do'])
  await page.request.put('/api/admin/cards', { data: { ...data, version: version + 1, cards: null }, headers })
})

test('the period is in the URL, and a card that failed is read again alone', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/admin/cards?*', async (route) => {
    const response = await route.fetch()
    const view = (await response.json()) as { data: { name: string }[] }
    const isWhole = !new URL(route.request().url()).searchParams.has('card')
    const data = view.data.map((one) => (isWhole && one.name === 'work' ? { ...one, content: null } : one))
    await route.fulfill({ response, json: { ...view, data } })
  })
  await openDashboard(page, '?period=this_month')
  await expect(page.getByLabel('Period')).toHaveValue('this_month')
  const work = card(page, 'Work to do')
  await expect(work).toContainText('This card could not be loaded.')
  await expect(card(page, 'Sales')).not.toContainText('could not be loaded')
  expect(await seriousFaults(page)).toEqual([])
  const alone = page.waitForRequest(/cards\?.*card=work/)
  await work.getByRole('button', { name: 'Try again' }).click()
  await alone
  await expect(work).not.toContainText('could not be loaded')
  await page.getByLabel('Period').selectOption('today')
  await expect(page).toHaveURL(/period=today/)
  await page.unrouteAll({ behavior: 'wait' })
})

test('both dashboards fit a phone and a small window, light and dark', async ({ page }) => {
  await signIn(page)
  for (const path of ['dashboard', 'crm-dashboard'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`/admin/${path}`)
      await expect(titles(page).first()).toBeVisible()
      for (const width of [390, 900, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect({ path, width, sideways: Math.max(0, sideways) }).toEqual({ path, width, sideways: 0 })
      }
      expect(await seriousFaults(page)).toEqual([])
    }
  await page.setViewportSize({ width: 390, height: 800 })
  await arrange(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await seriousFaults(page)).toEqual([])
})
