// of plugins/content
import { seriousFaults, signIn } from './support.ts'
import { expect, type FrameLocator, type Page, test } from './test.ts'

/** Clicks where the element is rendered; the drag overlay covers it and receives the click. */
async function select(canvas: FrameLocator): Promise<void> {
  await canvas.getByRole('heading', { name: 'Autumn tea' }).click({ force: true })
}

async function makePage(page: Page, origin: string, url: string): Promise<number> {
  await signIn(page)
  const made = await page.request.post('/api/admin/landing_page', {
    data: {
      name: 'Autumn',
      url,
      published_at: '2026-01-01T00:00:00.000Z',
      elements: { content: [{ type: 'hero', props: { id: 'h', title: 'Autumn tea' } }] },
    },
    headers: { origin },
  })
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { id: number }).id
}

test('an element is changed in the builder, and saved with the form', async ({ page, baseURL }) => {
  test.slow()
  const id = await makePage(page, baseURL ?? '', 'autumn-1')
  await page.goto(`/admin/landing-page/edit/${id}`)
  await expect(page.getByRole('list', { name: '1 elements' })).toContainText('Hero banner Autumn tea')
  await page.getByRole('button', { name: 'Open page builder' }).click()
  const builder = page.getByRole('dialog', { name: 'Page builder' })
  const canvas = builder.frameLocator('#preview-frame')
  await select(canvas)
  await builder.getByRole('textbox', { name: 'Title', exact: true }).fill('Winter tea')
  await expect(canvas.getByRole('heading', { name: 'Winter tea' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await builder.getByRole('button', { name: 'Done' }).click()
  await expect(builder).toHaveCount(0)
  await expect(page.getByRole('list', { name: '1 elements' })).toContainText('Winter tea')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Submit Success')).toBeVisible()
  const stored = (await (await page.request.get(`/api/admin/landing_page/${id}`)).json()) as {
    elements: { content: { props: { title: string } }[] }
  }
  expect(stored.elements.content[0]?.props.title).toBe('Winter tea')
})

test('leaving the builder asks before changes are lost, and leaves the form as it was', async ({ page, baseURL }) => {
  test.slow()
  const id = await makePage(page, baseURL ?? '', 'autumn-2')
  await page.goto(`/admin/landing-page/edit/${id}`)
  await page.getByRole('button', { name: 'Open page builder' }).click()
  const builder = page.getByRole('dialog', { name: 'Page builder' })
  await select(builder.frameLocator('#preview-frame'))
  await builder.getByRole('textbox', { name: 'Title', exact: true }).fill('Never kept')
  await builder.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('list', { name: '1 elements' })).toContainText('Autumn tea')
  await expect(page.getByRole('region', { name: 'Save' })).toHaveCount(0)
})

test('on a phone the page can be viewed but not built', async ({ page, baseURL }) => {
  const id = await makePage(page, baseURL ?? '', 'autumn-3')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/admin/landing-page/edit/${id}`)
  await page.getByRole('button', { name: 'Open page builder' }).click()
  const builder = page.getByRole('dialog', { name: 'Page builder' })
  await expect(builder.getByText('The page builder needs a wider screen')).toBeVisible()
  await expect(builder.frameLocator('iframe').getByRole('heading', { name: 'Autumn tea' })).toBeVisible()
  await expect(builder.getByRole('button', { name: 'Done' })).toHaveCount(0)
  const way = builder.frameLocator('iframe').getByRole('link', { name: 'Stoa', exact: true })
  await way.click()
  await expect(way).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('traffic is shown by month for a year, by day on demand, and as a table', async ({ page, baseURL }) => {
  const id = await makePage(page, baseURL ?? '', 'autumn-4')
  await page.goto(`/admin/landing-page/edit/${id}`)
  await page.getByRole('link', { name: 'Traffic' }).click()
  await expect(page.getByRole('button', { name: 'Month' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('svg').getByText('Visitor', { exact: true }).first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'From' }).fill('2026-01-30')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2026-02-02')
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['Day', 'Visitor', 'Transfer to Funnel Records'])
  await expect(page.getByRole('rowheader')).toHaveText(['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'])
})
