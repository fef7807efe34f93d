// of plugins/content
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const named = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '')
  for (let left = 60; left > 0; left--) {
    if ((await named()) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

test('elements are added, selected, moved, duplicated and removed by keyboard alone, and each action is announced', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signIn(page)
  const made = await page.request.post('/api/admin/landing_page', {
    data: {
      name: 'By keys',
      url: 'by-keys',
      published_at: '2026-01-01T00:00:00.000Z',
      elements: { content: ['One', 'Two'].map((title) => ({ type: 'hero', props: { id: title, title } })) },
    },
    headers: { origin: baseURL ?? '' },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  await page.goto(`/admin/landing-page/edit/${id}`)
  await page.getByRole('button', { name: 'Open page builder' }).press('Enter')
  const builder = page.getByRole('dialog', { name: 'Page builder' })
  const canvas = builder.frameLocator('#preview-frame')
  const liveStatus = builder.getByRole('toolbar').getByRole('status')
  const titles = canvas.getByRole('heading')
  await expect(titles).toHaveText(['One', 'Two'])

  await tabTo(page, 'Selected element')
  await page.keyboard.type('Hero banner: Two')
  await tabTo(page, 'Move up')
  await page.keyboard.press('Enter')
  await expect(liveStatus).toHaveText('Hero banner: Two was moved up')
  await expect(titles).toHaveText(['Two', 'One'])
  // At the end of the list, the button keeps the focus and does nothing.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move up' })).toBeFocused()
  await expect(titles).toHaveText(['Two', 'One'])
  expect(await seriousFaults(page)).toEqual([])

  await tabTo(page, 'Duplicate')
  await page.keyboard.press('Space')
  await expect(liveStatus).toHaveText('Hero banner: Two was duplicated')
  await expect(titles).toHaveText(['Two', 'Two', 'One'])
  await tabTo(page, 'Remove element')
  await page.keyboard.press('Enter')
  await expect(liveStatus).toHaveText('Hero banner: Two was removed')
  await expect(titles).toHaveText(['Two', 'One'])

  await page.keyboard.press('Shift+Tab')
  await builder.getByRole('button', { name: 'Add element' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Button', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(liveStatus).toHaveText('Button was added')
  // A closing menu traps the focus: Tab stays in it until the focus has returned to the button.
  await expect(builder.getByRole('button', { name: 'Add element' })).toBeFocused()
  await tabTo(page, 'Done')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: '3 elements' }).getByRole('listitem')).toHaveText([
    'Hero banner Two',
    'Hero banner One',
    /^Button/,
  ])
})
