// of core/fields core/resource ui-admin
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const ALL_SCREENS_MS = 300_000

// The tests write nothing, so they can run in parallel.
test.describe.configure({ mode: 'parallel' })

/** Navigates on the client side: a full page load for each screen would take most of the time. */
async function show(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, `/admin/${path}`)
  await expect(page).toHaveURL(new RegExp(`/admin/${path.replace('?', '\\?')}`))
  await expect(page).not.toHaveTitle(before)
}

for (const [theme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`every screen is accessible in the ${theme} theme at ${width} px`, async ({ page }) => {
    test.setTimeout(ALL_SCREENS_MS)
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 800 })
    await signIn(page)
    const manifest = await (await page.request.get('/api/admin/manifest?language=en-US')).json()
    const resources = Object.values(manifest.resources) as { path: string; verbs: string[] }[]
    const paths = resources.flatMap(({ path, verbs }) => [path, ...(verbs.includes('create') ? [`${path}/create`] : [])])
    const extraPaths = ['profile', 'configuration?active_tab=currency', 'product/edit/1', 'audit/view/1']
    await page.goto('/admin/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    for (const path of [...extraPaths, ...paths]) {
      await show(page, path)
      // Waits until no loading placeholder is left.
      await expect(page.locator('.bp6-skeleton, .is-loading, .is-waiting')).toHaveCount(0)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ path, sideways: Math.max(0, sideways) }).toEqual({ path, sideways: 0 })
      expect({ path, faults: await seriousFaults(page) }).toEqual({ path, faults: [] })
    }
  })
}
