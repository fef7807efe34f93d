// of ui-admin/src plugins/crm/admin plugins/notes/admin
import { makePage, seriousFaults, signIn } from './support.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/** Opens a target with Enter, closes it with Escape, and checks that the focus returns. */
async function thereAndBack(page: Page, opener: Locator, target: Locator): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(target).toBeVisible()
  // The target takes the focus shortly after it appears.
  await expect(opener.and(page.locator(':focus'))).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(target).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('Escape closes what was opened by keyboard and returns the focus to its trigger', async ({ page, baseURL }) => {
  const headers = { origin: baseURL ?? '' }
  await signIn(page)
  await makePage(page, baseURL ?? '', { 'en-US': 'To and fro' }, 'to-and-fro')
  await page.goto('/admin/page')
  const dots = page.getByRole('button', { name: 'Actions for To and fro' })
  const menu = page.getByRole('menu', { name: 'Actions for To and fro' })
  await thereAndBack(page, dots, menu)
  // From a menu item into a dialog: afterwards the item is gone, but the menu button still exists.
  await dots.press('Enter')
  await expect(menu).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Delete' }).focus()
  // While the key is held down, the dialog opens and takes the focus before the key is released.
  await page.keyboard.down('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.up('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(dots).toBeFocused()
  await thereAndBack(page, page.getByRole('button', { name: /^Search or jump/ }), page.locator('.palette, .bp6-omnibar').first())

  const { data: funnels } = (await (await page.request.get('/api/admin/funnel')).json()) as { data: { id: number }[] }
  const lead = await page.request.post('/api/admin/lead', { headers, data: { title: 'Here and there', funnel_id: funnels[0]?.id } })
  expect(lead.status(), await lead.text()).toBe(201)
  await page.goto(`/admin/funnel/management/${funnels[0]?.id}`)
  await thereAndBack(page, page.getByRole('button', { name: 'Add lead' }), page.getByRole('dialog'))
  const move = page.getByRole('button', { name: 'Move Here and there to…' })
  await thereAndBack(page, move, page.getByRole('menu', { name: 'Move Here and there to…' }))

  const { id } = (await lead.json()) as { id: number }
  await page.goto(`/admin/lead/edit/${id}`)
  const write = page.getByRole('button', { name: 'Add comment' })
  await thereAndBack(page, write, page.locator('.note-form'))
  // Escape does not discard typed text.
  await write.press('Enter')
  await page.keyboard.type('Call them')
  await page.keyboard.press('Escape')
  await expect(page.locator('.note-form textarea')).toHaveValue('Call them')
})

test('a phone card shows only columns with values, and the list header is visible on keyboard focus', async ({ page, baseURL }) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '' }
  const made = await page.request.post('/api/admin/contact', { headers, data: { first_name: 'Kam', last_name: 'Nobody' } })
  expect(made.status(), await made.text()).toBe(201)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/contact?q=Nobody')
  const card = page.getByRole('row', { name: /Kam Nobody/ })
  await expect(card).toBeVisible()
  const visibleCells = await card
    .locator('td[data-label]')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.getBoundingClientRect().height > 0).map((cell) => [cell.getAttribute('data-label'), cell.textContent]),
    )
  expect(visibleCells.map(([label]) => label)).not.toContain('ID')
  expect(visibleCells.filter(([, text]) => text === '–')).toEqual([])
  const sort = page.locator('.rows thead .sort').first()
  await sort.focus()
  await expect(sort).toBeInViewport({ ratio: 1 })
  expect((await sort.boundingBox())?.height).toBeGreaterThan(20)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Another row has a value in this column.
  await page.goto('/admin/contact?sort=-id')
  await expect(card).toContainText('–')
  expect(await seriousFaults(page)).toEqual([])
})
