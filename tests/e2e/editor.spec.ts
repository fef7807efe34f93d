// of core/text plugins/content ui-admin/src/form
import { open, seriousFaults, signIn } from './support.ts'
import { expect, type Locator, type Page, test } from './test.ts'

// One white pixel: the smallest possible image.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==', 'base64')

/** Adds a block below the block with the caret. */
async function add(page: Page, editor: Locator, name: string): Promise<void> {
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await choose(editor, name)
}

async function choose(editor: Locator, name: string): Promise<void> {
  await editor.locator('.ce-toolbar__plus').click()
  await editor.locator('.ce-toolbox .ce-popover-item').filter({ hasText: name }).first().click()
}

test('a text holds a heading, an uploaded picture and a video, and the shop shows all three', async ({ page, baseURL }) => {
  await signIn(page)
  const made = await page.request.post('/api/admin/page', {
    data: { title: { 'en-US': 'How we brew' }, url: 'how-we-brew' },
    headers: { origin: baseURL ?? '' },
  })
  const { id } = (await made.json()) as { id: number }
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) foreign.push(request.url())
  })
  await page.goto(`/admin/page/edit/${id}`)
  const editor = page.locator('#field-content')
  await editor.locator('.ce-paragraph').first().click()
  await page.keyboard.type('Warm the pot.')
  await add(page, editor, 'Heading')
  await page.keyboard.type('Then wait')
  await add(page, editor, 'Video')
  await editor.getByLabel('Address of a YouTube or Vimeo video').fill('https://youtu.be/dQw4w9WgXcQ')
  const chooser = page.waitForEvent('filechooser')
  await editor.locator('.ce-block').nth(1).locator('.ce-header').click()
  await add(page, editor, 'Image')
  await (await chooser).setFiles({ name: 'pot.png', mimeType: 'image/png', buffer: png })
  await expect(editor.locator('.image-tool__image-picture')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await expect(page.getByText('Unsaved changes: General')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Submit Success')).toBeVisible()
  expect(foreign).toEqual([])

  const { content } = await (await page.request.get(`/api/admin/page/${id}?language=en-US`)).json()
  const savedBlocks = (JSON.parse(content) as { blocks: { type: string; data: Record<string, unknown> }[] }).blocks
  expect(savedBlocks.map(({ type }) => type)).toEqual(['paragraph', 'header', 'image', 'embed'])
  expect(savedBlocks[3]?.data).toMatchObject({ service: 'youtube' })
  await page.reload()
  await expect(editor.locator('.image-tool__image-picture')).toBeVisible()
  await editor.locator('.ce-paragraph').first().click()
  await page.keyboard.type('x')
  await expect(page.locator('.save-bar')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(page.locator('.save-bar')).toHaveCount(0)

  await open(page, '/how-we-brew')
  await expect(page.getByRole('heading', { name: 'Then wait' })).toBeVisible()
  await expect(page.locator('main figure img')).toHaveAttribute('src', /^\/files\/img\//)
  await expect(page.locator('main iframe')).toHaveAttribute('src', /youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)
})

test('selected words are made bold and linked by mouse, and a URL is entered with Ctrl+K', async ({ page, baseURL }) => {
  await signIn(page)
  const made = await page.request.post('/api/admin/page', {
    data: { title: { 'en-US': 'How to visit' }, url: 'how-to-visit', content: { 'en-US': '<p>Visit</p><p>our harbour shop</p>' } },
    headers: { origin: baseURL ?? '' },
  })
  const { id } = (await made.json()) as { id: number }
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`/admin/page/edit/${id}`)
  const [first, second] = [page.locator('#field-content .ce-paragraph').nth(0), page.locator('#field-content .ce-paragraph').nth(1)]
  const toolbar = page.locator('#field-content .ce-inline-toolbar')
  await first.dblclick({ position: { x: 15, y: 15 } })
  await toolbar.locator('[data-item-name="bold"]').click()
  await expect(first.locator('b')).toHaveText('Visit')

  await toolbar.locator('[data-item-name="link"]').click()
  const address = toolbar.locator('.ce-inline-tool-input')
  await expect(address).toBeFocused()
  await page.keyboard.type('https://shop.example/visit')
  await page.keyboard.press('Enter')
  await expect(first.locator('a')).toHaveAttribute('href', 'https://shop.example/visit')

  await second.click({ clickCount: 3, position: { x: 15, y: 15 } })
  await expect(toolbar.locator('[data-item-name="link"]')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(address).toBeFocused()
  await page.keyboard.type('https://shop.example/map')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(second.locator('a')).toHaveText('our harbour shop')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Submit Success')).toBeVisible()
  await open(page, '/how-to-visit')
  await expect(page.locator('main a[href="https://shop.example/visit"] b, main b a[href="https://shop.example/visit"]')).toHaveText('Visit')
  await expect(page.locator('main a[href="https://shop.example/map"]')).toHaveText('our harbour shop')
  expect(errors).toEqual([])
})

test('Ctrl+K handled by another listener of the page does not open the palette, in either order', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/page')
  await expect(page.getByText('Ctrl K')).toBeVisible()
  await page.evaluate(() => {
    const use = (event: KeyboardEvent) => {
      if (event.key !== 'k') return
      event.preventDefault()
      document.removeEventListener('keydown', use)
    }
    document.addEventListener('keydown', use)
  })
  const palette = page.getByPlaceholder('Search or jump to…')
  await page.keyboard.press('ControlOrMeta+k')
  // A second press would close the palette that the first one opened.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette).toBeFocused()
})

test('a text stored as HTML keeps its structure when it is edited', async ({ page, baseURL }) => {
  await signIn(page)
  const html =
    '<h2>Origin</h2><p>From <b>Hangzhou</b>.</p><ul><li>Spring<ul><li>April</li></ul></li><li>Autumn</li></ul><p>Ask <a href="https://tea.example/">us</a>.</p>'
  const made = await page.request.post('/api/admin/page', {
    data: { title: { 'en-US': 'From HTML' }, url: 'from-html', content: { 'en-US': html } },
    headers: { origin: baseURL ?? '' },
  })
  const { id } = (await made.json()) as { id: number }
  await page.goto(`/admin/page/edit/${id}`)
  const paragraph = page.locator('#field-content .ce-paragraph').first()
  await paragraph.click()
  await expect(page.locator('.save-bar')).toHaveCount(0)
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await expect(page.locator('.save-bar')).toBeVisible()
  // Markup that the server adds to links and the editor removes does not count as a change.
  await page.keyboard.press('Backspace')
  await expect(page.locator('.save-bar')).toHaveCount(0)
  await page.keyboard.type(' Since 1890.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Submit Success')).toBeVisible()
  const { content } = await (await page.request.get(`/api/admin/page/${id}?language=en-US`)).json()
  const { blocks } = JSON.parse(content) as { blocks: { type: string; data: Record<string, unknown> }[] }
  expect(blocks.map(({ type }) => type)).toEqual(['header', 'paragraph', 'list', 'paragraph'])
  expect(blocks[1]?.data['text']).toBe('From <b>Hangzhou</b>. Since 1890.')
  expect(blocks[2]?.data['items']).toEqual([
    { content: 'Spring', items: [{ content: 'April', items: [] }] },
    { content: 'Autumn', items: [] },
  ])
})

test('a URL that is no video is rejected with a message beside the form', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/page/create')
  await page.locator('#field-title').fill('No film')
  await page.locator('#field-url').fill('no-film')
  const editor = page.locator('#field-content')
  await editor.locator('.ce-paragraph').first().click()
  await choose(editor, 'Video')
  await editor.getByLabel('Address of a YouTube or Vimeo video').fill('https://example.com/film')
  await expect(page.getByText(/Unsaved changes/)).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Create Fail').first()).toBeVisible()
  await expect(page.locator('.error-summary')).toContainText(/YouTube|Vimeo|video/i)
})

test('a browser without idle time does not miss keys typed into a new block', async ({ page }) => {
  await signIn(page)
  await page.addInitScript(() => {
    const deadline = { didTimeout: true, timeRemaining: () => 0 }
    window.requestIdleCallback = (run, options) => window.setTimeout(() => run(deadline), options?.timeout ?? 0)
  })
  await page.goto('/admin/page/create')
  const editor = page.locator('#field-content')
  await editor.locator('.ce-paragraph').first().click()
  await page.keyboard.type('Warm the pot.')
  await add(page, editor, 'Heading')
  await page.keyboard.type('Then wait')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and pour.')
  await expect(editor.locator('.ce-block')).toHaveText(['Warm the pot.', 'Then wait', 'and pour.'])
})
