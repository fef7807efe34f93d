// of ui-admin ui-store
import { makePage, signIn } from './support.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/** Labels of the buttons that a notification covers. */
async function covered(page: Page, toasts: Locator, buttons: Locator[]): Promise<string[]> {
  const found: string[] = []
  for (const toast of await toasts.all()) {
    const a = await toast.boundingBox()
    for (const button of buttons) {
      const b = await button.boundingBox()
      if (!a || !b) continue
      if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height) found.push(await button.innerText())
    }
  }
  return found
}

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a shop notification does not cover the next action', async ({ page }) => {
      // An unknown URL shows a notification and the home page.
      await page.goto('/there-is-none')
      const toasts = page.locator('.toast')
      await expect(toasts.first()).toBeVisible()
      const buttons = page.locator('.button:not(.button-quiet)').filter({ visible: true })
      await expect(buttons.first()).toBeVisible()
      expect(await covered(page, toasts, await buttons.all())).toEqual([])
    })

    test('an admin notification covers neither the pressed button nor the main button', async ({ page, baseURL }) => {
      await signIn(page)
      const id = await makePage(page, baseURL ?? '', { 'en-US': 'Covered' }, `covered-${width}`)
      await page.goto(`/admin/page/edit/${id}`)
      const title = page.getByRole('textbox', { name: /^Title/ }).first()
      await title.click()
      await title.press('End')
      await title.pressSequentially(' no more')
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await save.click()
      const toasts = page.locator('.bp6-toast')
      await expect(toasts.first()).toBeVisible()
      // Waits for the end of the animation.
      await page.waitForTimeout(400)
      expect(await covered(page, toasts, [...(await save.all()), ...(await page.locator('.bp6-button.bp6-intent-primary').all())])).toEqual(
        [],
      )
    })
  })
}
