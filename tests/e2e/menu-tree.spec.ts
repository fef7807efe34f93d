// of plugins/content ui-admin/src/list
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

interface Line {
  title: string
  depth: number
}

/** Replaces the menu with these lines; a line may have an earlier line as its parent. */
async function fill(page: Page, origin: string, lines: [title: string, parent?: string][]): Promise<void> {
  await signIn(page)
  const headers = { origin }
  const old = (await (await page.request.get('/api/admin/menu/flat')).json()) as { data: { id: number }[] }
  await page.request.delete('/api/admin/menu/batch', { data: { ids: old.data.map((line) => line.id) }, headers })
  const ids = new Map<string, number>()
  for (const [title, parent] of lines) {
    const data = { title, type: 'link', url: 'https://example.com/', ...(parent ? { parent_id: ids.get(parent) } : {}) }
    const made = await page.request.post('/api/admin/menu', { data, headers })
    expect(made.status(), await made.text()).toBe(201)
    ids.set(title, ((await made.json()) as { id: number }).id)
  }
  await page.goto('/admin/menu')
  await expect(page.locator('.menu-line')).toHaveCount(lines.length)
}

const stored = async (page: Page): Promise<string[]> => {
  const { data } = (await (await page.request.get('/api/admin/menu/flat')).json()) as { data: Line[] }
  return data.map(({ title, depth }) => `${'>'.repeat(depth)}${title}`)
}

test('lines are moved with buttons, three levels deep, and the last move is undone', async ({ page, baseURL }) => {
  await fill(page, baseURL ?? '', [['Tea'], ['Pots', 'Tea'], ['Clay', 'Pots'], ['Cups']])
  await page.getByRole('button', { name: 'Move Cups into the entry above' }).click()
  await page.getByRole('button', { name: 'Move Cups into the entry above' }).click()
  await expect.poll(() => stored(page)).toEqual(['Tea', '>Pots', '>>Clay', '>>Cups'])
  await page.getByRole('button', { name: 'Move Cups up' }).click()
  await expect.poll(() => stored(page)).toEqual(['Tea', '>Pots', '>>Cups', '>>Clay'])
  await expect(page.getByRole('button', { name: 'Move Tea up' })).toBeDisabled()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stored(page)).toEqual(['Tea', '>Pots', '>>Clay', '>>Cups'])
  expect(await seriousFaults(page)).toEqual([])
})

test('a line is dragged with the keyboard, down and in', async ({ page, baseURL }) => {
  await fill(page, baseURL ?? '', [['One'], ['Two'], ['Three', 'Two']])
  await page.getByRole('button', { name: 'Drag One' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picked up One.')).toBeAttached()
  // The list updates one frame after each key, so keys must not arrive faster.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(150)
  }
  await expect(page.getByText('One will be at level 2, inside Two.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => stored(page)).toEqual(['Two', '>Three', '>One'])
})

test('a line is dragged with the mouse, together with its children', async ({ page, baseURL }) => {
  await fill(page, baseURL ?? '', [['One'], ['Inner', 'One'], ['Two']])
  const handle = page.getByRole('button', { name: 'Drag One' })
  const from = await handle.boundingBox()
  const to = await page.getByRole('button', { name: 'Drag Two' }).boundingBox()
  if (!from || !to) throw new Error('no handles')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 })
  await page.mouse.move(from.x + 8, to.y + 14, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => stored(page)).toEqual(['Two', 'One', '>Inner'])
})

test('the url field follows the type of the entry', async ({ page, baseURL }) => {
  await fill(page, baseURL ?? '', [['Home']])
  await page.locator('.menu-name', { hasText: 'Home' }).click()
  const type = page.locator('#field-type')
  const url = page.locator('#field-url')
  await expect(url).toHaveValue('https://example.com/')
  await expect(page.getByText('{host} for this shop')).toBeVisible()
  await type.selectOption('page')
  await url.selectOption({ label: 'About us' })
  await type.selectOption('contact_us')
  await expect(page.getByText('This type of entry always links to /contact-us.')).toBeVisible()
  await type.selectOption('link')
  await url.fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.field-error')).toBeVisible()
  await url.fill('{host}/search/tea')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  await expect(page.locator('.menu-line', { hasText: 'Home' })).toContainText('{host}/search/tea')
})

test('an entry is added inside another, and the table shows the same entries', async ({ page, baseURL }) => {
  await fill(page, baseURL ?? '', [['Shop']])
  await page.getByRole('button', { name: 'Add an entry inside “Shop”' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Green tea')
  await page.locator('#field-type').selectOption('category')
  await page.locator('#field-url').fill('green-tea')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => stored(page)).toEqual(['Shop', '>Green tea'])
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/menu\/table/)
  await expect(page.getByRole('link', { name: 'Green tea' })).toBeVisible()
  await page.getByRole('button', { name: 'Tree', exact: true }).click()
  await expect(page.locator('.menu-line')).toHaveCount(2)
})
