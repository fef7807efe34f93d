// of ui-admin/src/form ui-admin/src/widgets plugins/catalogue/admin plugins/content/admin
import { makePage, signIn, storedPage } from './support.ts'
import { expect, type Page, test } from './test.ts'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Holds requests to a path, so that the test types before the response arrives. Returns the function that releases them. */
async function holdUp(page: Page, path: string, method: string): Promise<() => void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() === method) await opened
    await route.continue()
  })
  return open
}

test('typing during a save loses no character, neither in a text field nor in rich text', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', { 'en-US': 'Our tea' }, 'typed-on')
  await page.goto(`/admin/page/edit/${id}`)
  const text = page.locator('.rich [contenteditable]').first()
  await expect(text).toBeVisible()
  const title = page.getByLabel('Title').first()
  for (const [field, first, then] of [
    [title, ' and how', ' we pick it by hand 手採 in the morning'],
    [text, 'Before dawn 清晨', ' the leaves are still wet with dew 露水'],
  ] as const) {
    const go = await holdUp(page, `**/api/admin/page/${id}`, 'PUT')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await field.click()
    await page.keyboard.press('End')
    await page.keyboard.type(first)
    await page.keyboard.press('ControlOrMeta+S')
    await page.keyboard.type(then.slice(0, 10), { delay: 60 })
    go()
    await page.keyboard.type(then.slice(10), { delay: 60 })
    expect(((await saved).request().postData() ?? '').includes(then.slice(0, 10))).toBe(false)
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  }
  const stored = JSON.stringify(await storedPage(page, id))
  expect(stored).toContain('Our tea and how we pick it by hand 手採 in the morning')
  expect(stored).toContain('Before dawn 清晨 the leaves are still wet with dew 露水')
})

test('input during picture uploads is kept, and saving at once includes the pictures', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product?q=longjing')
  await page.getByRole('link', { name: /Longjing/ }).click()
  await page.getByRole('tab', { name: 'Pictures' }).click()
  await expect(page.locator('.picture').first()).toBeVisible()
  const before = await page.locator('.picture').count()
  const go = await holdUp(page, '**/api/admin/upload**', 'POST')
  await page.locator('.picture-add input').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel })
  const alt = page.locator('.picture input').first()
  await alt.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('The tin from the left 左側', { delay: 20 })
  await page.keyboard.press('ControlOrMeta+S')
  go()
  await expect(page.getByText('Submit Success')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await page.reload()
  await expect(page.locator('.picture')).toHaveCount(before + 1)
  await expect(alt).toHaveValue('The tin from the left 左側')
})
