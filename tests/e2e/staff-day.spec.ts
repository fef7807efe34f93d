// of ui-admin/src plugins/catalogue/admin plugins/content/admin plugins/people/admin
import { makePage, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('an unknown id shows an error and the list, on every screen', async ({ page }) => {
  await signIn(page)
  for (const [path, list] of [
    ['order/9999', 'order'],
    ['announcement/view/9999', 'announcement'],
    ['landing-page/traffic/9999', 'landing-page'],
    ['customer/group/edit/nobody', 'customer/group'],
    ['brand/edit/9999', 'brand'],
  ]) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByText('ID not exists').first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/admin/${list}$`))
  }
})

test('a failed sign-out keeps the user on the page and shows an error', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/brand')
  await page.route('**/api/admin/logout', (route) => route.fulfill({ status: 500, json: { message: 'The till is stuck.' } }))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('Logout Fail', { exact: true })).toBeVisible()
  await expect(page.getByText('The till is stuck.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/brand$/)
})

test('a click anywhere in a rich text field focuses it, and the record links to its page in the shop', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Our tea' }, 'our-tea')
  await page.goto(`/admin/page/edit/${id}`)
  const text = page.locator('.rich:not(.is-small)').first()
  await expect(text.locator('.codex-editor')).toBeVisible()
  const box = await text.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(500)
  await text.click({ position: { x: 200, y: (box?.height ?? 0) - 20 } })
  await page.keyboard.type('Picked by hand.')
  await expect(text).toContainText('Picked by hand.')
  const link = page.getByRole('link', { name: 'View in shop' })
  await expect(link).toHaveAttribute('href', '/en-US/page/our-tea')
  expect((await page.request.get('/en-US/page/our-tea')).status()).toBe(200)
  await expect(page.getByRole('link', { name: 'View shop' })).toHaveAttribute('href', '/')
})

test('lists show thumbnails, prices and names, and the menu shows the current entry', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product')
  const caddy = page.getByRole('row', { name: /Porcelain caddy/ })
  await expect(caddy.locator('img.thumb')).toHaveAttribute('src', /\?w=160$/)
  await expect(caddy).toContainText('188.00')
  await page.getByRole('searchbox').first().click()
  await page.keyboard.type('longjing')
  await expect(page.getByRole('row', { name: /Longjing/ })).toContainText(/168\.00 – \d/)

  await page.goto('/admin/inventories')
  await expect(page.locator('tbody tr').first().getByRole('link')).not.toHaveText(/^[A-Z]+-/)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/admin/announcement')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Announcements' })
  await expect(entry).toBeInViewport()
  await expect(entry).toHaveAttribute('aria-current', 'page')
})
