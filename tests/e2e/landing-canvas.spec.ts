// of plugins/content
import { elementKinds } from '../../plugins/content/domain/element-kinds.ts'
import { open, seriousFaults, signIn } from './support.ts'
import { expect, type Locator, type Page, test } from './test.ts'

interface Built {
  type: string
  props: { id: string; [prop: string]: unknown }
}

let made = 0
const buildElement = (type: string, props: object = {}): Built => ({ type, props: { id: `${type}-${++made}`, ...props } })

/** Every element type, with a picture and products of the demo. */
const everyKind = (image: string, product: number): Built[] => [
  buildElement('hero', {
    eyebrow: 'Autumn',
    title: 'Leaves of the hills',
    text: 'Picked twice.',
    image,
    button: 'See it',
    url: '/product/longjing',
  }),
  buildElement('text', { content: '<h2>How it is made</h2><p>By <strong>hand</strong>, over wood.</p>', width: 'narrow' }),
  buildElement('image', { image, alt: 'Hills', caption: 'The upper terrace', ratio: 'wide' }),
  buildElement('columns', {
    count: '3',
    column_0: [buildElement('text', { content: '<p>One slope</p>', width: 'wide' })],
    column_1: [buildElement('button', { label: 'Inside', url: '/cart', look: 'quiet', align: 'left' })],
    column_2: [buildElement('quote', { text: 'In a column', name: 'May' })],
  }),
  buildElement('button', { label: 'To the shop', url: '/' }),
  buildElement('product_list', { title: 'Just in', source: 'new', limit: 3 }),
  buildElement('product_list', { title: 'Chosen', source: 'chosen', products: [product] }),
  buildElement('article_list', { title: 'To read', limit: 2 }),
  buildElement('event_list', { title: 'To come' }),
  buildElement('form', { title: 'Write to us', url: 'contact', button: 'Open' }),
  buildElement('funnel', { title: 'Join', url: 'club' }),
  buildElement('faq', { title: 'Asked often', items: [{ question: 'How long does it keep?', answer: '<p>A year.</p>' }] }),
  buildElement('quote', { text: 'The best of the year.', name: 'Ming' }),
  buildElement('video', { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'A film' }),
  buildElement('countdown', { title: 'Until noon', until: '2099-01-01T00:00:00.000Z', done: 'Over' }),
  buildElement('logos', { title: 'Known from', items: [{ image, alt: 'A paper', url: '' }] }),
  buildElement('spacer', { size: 'large' }),
]

async function makePage(page: Page, origin: string, url: string, content: Built[], more: object = {}): Promise<number> {
  const answer = await page.request.post('/api/admin/landing_page', {
    data: { name: url, url, published_at: '2026-01-01T00:00:00.000Z', elements: { root: {}, content, zones: {} }, ...more },
    headers: { origin },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

async function openBuilder(page: Page, id: number) {
  await page.goto(`/admin/landing-page/edit/${id}`)
  await page.getByRole('button', { name: 'Open page builder' }).click()
  const builder = page.getByRole('dialog', { name: 'Page builder' })
  return { builder, canvas: builder.frameLocator('#preview-frame') }
}

/** The rendering of the elements of a page: tags, texts and computed styles. Countdown values are left out. */
const captureRendering = (landing: Locator): Promise<string[]> =>
  landing.evaluate(async (root) => {
    // The browser decides when to load a picture far below, and its width depends on that.
    const pictures = [...root.querySelectorAll('img')].map((image) => Object.assign(image, { loading: 'eager' as const }).decode())
    await Promise.allSettled(pictures)
    // A closed `details` element has no reliable size: its layout depends on the browser.
    for (const folded of root.querySelectorAll('details')) folded.open = true
    const properties = [
      'fontFamily',
      'fontSize',
      'fontWeight',
      'lineHeight',
      'letterSpacing',
      'color',
      'backgroundColor',
      'textAlign',
      'display',
      'gridTemplateColumns',
      'borderRadius',
      'paddingTop',
      'paddingLeft',
    ] as const
    const parts = root.querySelectorAll('section, section *, .landing-columns, .landing-spacer, .landing-end, .landing-end *')
    return [...parts].map((part) => {
      const style = getComputedStyle(part)
      const ownText = part.closest('.countdown strong')
        ? ''
        : [...part.childNodes].map((n) => (n.nodeType === 3 ? n.nodeValue : '')).join('')
      // A browser may choose either of two image sizes; their aspect ratios differ by less than a pixel.
      const width = Math.round(Number.parseFloat(style.width))
      return [part.tagName, part.className.toString(), ownText, ...properties.map((name) => style[name]), width].join(' | ')
    })
  })

const productId = async (page: Page): Promise<number> =>
  ((await (await page.request.get('/api/admin/product?q=longjing')).json()) as { data: { id: number }[] }).data[0]?.id ?? 0

test('the builder renders every element type like the published page', async ({ page, baseURL }) => {
  test.slow()
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'A player' }))
  await signIn(page)
  const demo = (await (await page.request.get('/api/admin/landing_page/1')).json()) as { elements: { content: Built[] } }
  const image = String(demo.elements.content.find(({ props }) => props['image'])?.props['image'])
  const content = everyKind(image, await productId(page))
  expect([...new Set(content.map(({ type }) => type))].sort()).toEqual(Object.keys(elementKinds).sort())
  const id = await makePage(page, baseURL ?? '', 'every-kind', content)
  expect((await page.request.post(`/api/admin/landing_page/${id}/publish`, { headers: { origin: baseURL ?? '' } })).ok()).toBe(true)

  for (const [width, name] of [
    [768, /768 px/],
    [360, /360 px/],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/landing-page/every-kind')
    await expect(page.locator('.card-name')).not.toHaveCount(0)
    const published = await captureRendering(page.locator('.landing'))
    await page.setViewportSize({ width: 1400, height: 900 })
    const { builder, canvas } = await openBuilder(page, id)
    const widthButton = builder.getByRole('button', { name })
    await expect(widthButton).toBeVisible()
    // The button of the current width is disabled.
    if (await widthButton.isEnabled()) await widthButton.click()
    await expect(canvas.locator('.landing-hero h1')).toHaveText('Leaves of the hills')
    await expect.poll(() => captureRendering(canvas.locator('.landing'))).toEqual(published)
    expect(published.some((line) => line.includes('HK$') || line.includes('HKD'))).toBe(true)
    await expect(canvas.locator('html')).toHaveAttribute('data-template', /.+/)
    // A video player loads when it is near the viewport.
    await canvas.locator('section iframe').scrollIntoViewIfNeeded()
    await expect(canvas.frameLocator('section iframe').getByText('A player')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  }
})

test('an empty element shows its name, and is rendered as soon as it has content', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', 'unfilled', [
    buildElement('button'),
    buildElement('product_list', { source: 'chosen', products: [] }),
  ])
  const { builder, canvas } = await openBuilder(page, id)
  const button = canvas.locator('.builder-place').first()
  await expect(button).toHaveAttribute('data-blank', '')
  await expect(button).toHaveAttribute('data-name', 'Button')
  await expect(canvas.locator('.builder-place').nth(1)).toHaveAttribute('data-name', 'Products')
  await button.click()
  await builder.getByRole('textbox', { name: 'Button text' }).pressSequentially('Come in')
  const link = builder.getByRole('textbox', { name: 'Link' })
  await link.pressSequentially('nowhere at all')
  await expect(builder.getByRole('status').filter({ hasText: 'Link' })).toBeVisible()
  await link.fill('')
  await link.pressSequentially('/cart')
  await expect(canvas.getByRole('link', { name: 'Come in' })).toBeVisible()
  await expect(builder.getByRole('status').filter({ hasText: 'Link' })).toHaveCount(0)
  await expect(button).not.toHaveAttribute('data-blank')
})

test('a page is rendered in its content language, and the shop stays in that of its visitor', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', 'spoken', [
    buildElement('product_list', { title: 'Teas', source: 'chosen', products: [await productId(page)] }),
  ])
  await page.goto(`/admin/landing-page/edit/${id}?language=zh-HK`)
  await page.getByRole('button', { name: 'Start with the elements of' }).click()
  await page.getByRole('button', { name: 'Open page builder' }).click()
  const canvas = page.getByRole('dialog', { name: 'Page builder' }).frameLocator('#preview-frame')
  await expect(canvas.locator('html')).toHaveAttribute('lang', 'zh-HK')
  await expect(canvas.locator('.card-name')).toHaveText(/[一-鿿]/)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('language')
})

test('rendered elements are inactive: a click on a link selects its element', async ({ page, baseURL }) => {
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', 'unused', [buildElement('hero', { title: 'Stay', button: 'Leave', url: '/cart' })])
  const { builder, canvas } = await openBuilder(page, id)
  const link = canvas.getByRole('link', { name: 'Leave' })
  await expect(link).toHaveAttribute('tabindex', '-1')
  // Like a screen reader: a click directly on the link.
  await link.dispatchEvent('click')
  await expect(builder.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Stay')
  await expect(canvas.getByRole('heading', { name: 'Stay' })).toBeVisible()
})

test('elements are dragged into columns and back out by undo', async ({ page, baseURL }) => {
  test.slow()
  await page.setViewportSize({ width: 1400, height: 900 })
  await signIn(page)
  const id = await makePage(page, baseURL ?? '', 'dragged', [
    buildElement('columns', { count: '2' }),
    buildElement('quote', { text: 'Below' }),
  ])
  const { builder, canvas } = await openBuilder(page, id)
  const column = canvas.locator('.landing-columns > div').nth(1)
  await expect(column).toBeVisible()
  const from = await builder.locator('[data-testid="drawer-item:spacer"]').boundingBox()
  const to = await column.boundingBox()
  if (!from || !to) throw new Error('Nothing to drag, or nowhere')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 - 20, { steps: 12 })
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 })
  await page.waitForTimeout(400)
  await page.mouse.up()
  await expect(column.locator('.landing-spacer')).toHaveCount(1)
  await builder.getByRole('button', { name: 'undo' }).click()
  await expect(column.locator('.landing-spacer')).toHaveCount(0)
  await expect(canvas.getByText('Below')).toBeVisible()
})

test('the page that renders for the builder is available to staff only', async ({ page }) => {
  expect((await page.goto('/landing-page'))?.status()).toBe(404)
  await signIn(page)
  const answer = await page.goto('/landing-page')
  expect(answer?.status()).toBe(200)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
