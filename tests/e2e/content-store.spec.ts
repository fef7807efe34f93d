// of core/text plugins/content ui-store
import { STAFF } from './template.ts'
import { open, seriousFaults, signIn } from './support.ts'
import { type APIRequestContext, expect, type Page, test } from './test.ts'

const ARTICLE = '/blog/article/gongfu-at-home'
const LANDING = '/landing-page/spring-harvest'
const PAGES = ['/', '/blog/category/stories', ARTICLE, '/about-us', '/contact-us', LANDING]
/** Bots are not counted as visitors, and the default user agent of the test browser identifies it as one. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'

let token = ''
/** Calls the admin API as staff with all permissions. */
async function staff(request: APIRequestContext, method: 'get' | 'post' | 'put', path: string, data: object = {}) {
  token ||= (await (await request.post('/api/admin/login', { data: STAFF })).json()).token
  const answer = await request[method](`/api/admin/${path}`, { data, headers: { authorization: `Bearer ${token}` } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

test.describe('navigation', () => {
  test('three menu levels lead to their pages on desktop', async ({ page }) => {
    await open(page, '/')
    const nav = page.getByRole('navigation', { name: 'Main menu' }).first()
    await nav.getByRole('link', { name: 'Tea', exact: true }).hover()
    const third = nav.getByRole('link', { name: 'Spring harvest' })
    await expect(third).toBeVisible()
    await third.click()
    await expect(page).toHaveURL(/\/landing-page\/spring-harvest$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The first leaf of the year')
  })

  test('the phone menu has the same entries', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/zh-HK/')
    await page.locator('.phone-menu > summary').click()
    await page.locator('.phone-menu').getByRole('link', { name: '聯絡我們' }).click()
    await expect(page).toHaveURL(/\/zh-HK\/contact-us$/)
    await expect(page.locator('.phone-menu')).not.toHaveAttribute('open')
  })
})

test.describe('home', () => {
  // With reduced motion, slides do not advance.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('slides advance automatically every five seconds, in a loop, until somebody stops them', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    const current = page.locator('.slider-dot[aria-current=true]')
    await expect(current).toHaveAttribute('aria-label', 'Show slide 1')
    await page.clock.runFor(5_100)
    await expect(current).toHaveAttribute('aria-label', 'Show slide 2')
    await page.clock.runFor(5_100)
    await expect(current).toHaveAttribute('aria-label', 'Show slide 1')
    await page.getByRole('button', { name: 'Pause slideshow' }).click()
    await page.mouse.move(0, 700)
    await page.clock.runFor(11_000)
    await expect(current).toHaveAttribute('aria-label', 'Show slide 1')
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expect(current).toHaveAttribute('aria-label', 'Show slide 2')
  })

  test('the slider controls do not overlap the slides', async ({ page }) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, '/')
      const [slides, buttons] = await Promise.all(['.slides', '.slider-controls'].map((selector) => page.locator(selector).boundingBox()))
      expect(buttons?.y).toBeGreaterThanOrEqual((slides?.y ?? 0) + (slides?.height ?? Number.NaN))
    }
  })

  test('landing page content is aligned with the left edge of the shop', async ({ page, request }) => {
    const element = (type: string, props: object) => ({ type, props: { id: type, ...props } })
    const content = [
      element('hero', { title: 'Autumn tea' }),
      element('text', { content: '<p>Of the hills.</p>', width: 'narrow' }),
      element('faq', { title: 'Asked', items: [{ question: 'When?', answer: '<p>Soon.</p>' }] }),
    ]
    const { id } = await staff(request, 'post', 'landing_page', {
      name: 'Autumn',
      url: 'aligned',
      published_at: '2026-01-01T00:00:00.000Z',
      elements: { content },
    })
    await staff(request, 'post', `landing_page/${id}/publish`)
    await open(page, '/')
    const shop = await page.getByRole('banner').getByRole('link').first().boundingBox()
    await open(page, '/landing-page/aligned')
    const lefts = await page
      .locator('.landing :is(h1, h2, .landing-text .rich, summary)')
      .evaluateAll((all) => [...new Set(all.map((element) => element.getBoundingClientRect().left))])
    expect(lefts).toEqual([shop?.x])
  })

  test('a dismissed announcement stays dismissed', async ({ page }) => {
    await open(page, '/')
    await expect(page.locator('.announcement')).toContainText('Free delivery')
    await page.getByRole('button', { name: 'Close this announcement' }).click()
    await expect(page.locator('.announcement')).toHaveCount(0)
    await open(page, ARTICLE)
    await expect(page.locator('.announcement')).toHaveCount(0)
  })
})

test.describe('URLs', () => {
  test('an old URL redirects with 301 to the new one, in every language, and for links inside the store', async ({ page, request }) => {
    const { id } = await staff(request, 'post', 'page', { title: 'Moved', url: 'moved-before' })
    await staff(request, 'post', 'menu', { title: 'Old way', type: 'link', url: '{host}/moved-before', parent_id: null })
    await staff(request, 'put', `page/${id}`, { url: 'moved-after' })
    const first = await request.get('/moved-before', { maxRedirects: 0 })
    expect([first.status(), first.headers().location]).toEqual([301, '/moved-after'])
    const second = await request.get('/zh-HK/moved-before', { maxRedirects: 0 })
    expect([second.status(), second.headers().location]).toEqual([301, '/zh-HK/moved-after'])
    await open(page, '/')
    await page.getByRole('navigation', { name: 'Main menu' }).first().getByRole('link', { name: 'Old way' }).click()
    await expect(page).toHaveURL(/\/moved-after$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moved')
  })

  test('a page has one canonical URL, and is in the sitemap that robots.txt links to', async ({ page, request }) => {
    await open(page, '/page/about-us')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /[^e]\/about-us$/)
    const robots = await (await request.get('/robots.txt')).text()
    expect(robots).toMatch(/^Sitemap: .*\/sitemap\.xml$/m)
    const index = await request.get('/sitemap.xml')
    expect(index.headers()['content-type']).toContain('xml')
    expect(await index.text()).toContain('/sitemap/page-1.xml')
    const part = await (await request.get('/sitemap/page-1.xml')).text()
    expect(part).toContain('/about-us</loc>')
    expect((await request.get('/sitemap/nothing-1.xml')).status()).toBe(404)
  })

  test('an article has structured data with date, publisher and breadcrumb', async ({ page }) => {
    await page.goto(ARTICLE)
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
    const found = texts.map((text) => JSON.parse(text))
    expect(found.find((item) => item['@type'] === 'Article')).toMatchObject({ datePublished: '2026-09-18', publisher: { name: 'Stoa' } })
    const trail = found.find((item) => item['@type'] === 'BreadcrumbList').itemListElement
    expect(trail.map((step: { name: string }) => step.name)).toEqual(['Home', 'Brewing', 'Gongfu tea at home, without the ceremony'])
  })

  test('an article can be read without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/zh-CN${ARTICLE}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('在家泡功夫茶，不必拘礼')
    await expect(page.locator('.article-text blockquote')).toContainText('没有第三条规则')
    await context.close()
  })

  test('staff can share a preview of a page before it is enabled', async ({ page, request }) => {
    const { id } = await staff(request, 'post', 'page', { title: 'Not yet', url: 'not-yet', enabled: false })
    expect((await request.get('/not-yet')).status()).toBe(404)
    const { url } = await staff(request, 'get', `page/${id}/preview`)
    await open(page, url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not yet')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})

test.describe('a landing page', () => {
  test.use({ userAgent: PERSON })

  test('is shown without the shop layout, counts its visitor, and a message counts as its conversion', async ({ page, request }) => {
    const counted = page.waitForResponse((answer) => answer.url().endsWith('/api/landing_page/visit'))
    await open(page, LANDING)
    await expect(page.locator('.site-header')).toHaveCount(0)
    expect(await (await counted).json()).toEqual({ counted: true })
    await open(page, '/contact-us')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.locator('.field-problem')).toHaveCount(4)
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.getByLabel('Name').fill('May')
    await page.getByLabel('Email').fill('may@example.com')
    await page.getByLabel('Subject').fill('A pouch')
    await page.getByLabel('Message').fill('Is there one left?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Your message has been sent')).toBeVisible()
    const pages = await staff(request, 'get', 'landing_page?q=Spring')
    const day = new Date().getFullYear()
    const report = await staff(request, 'post', 'report/landing', {
      landing_page_id: pages.data[0].id,
      from: `${day - 1}-12-01`,
      to: `${day + 1}-01-31`,
    })
    const sum = (list: { count: number }[]) => list.reduce((all, { count }) => all + count, 0)
    expect(sum(report.visit.month)).toBeGreaterThanOrEqual(1)
    expect(sum(report.transfer.month)).toBeGreaterThanOrEqual(1)
  })
})

test.describe('content from staff', () => {
  const attack =
    '<img src=x onerror="window.hacked=1"><svg onload="window.hacked=1"></svg><a href="javascript:window.hacked=1" id="bait">bait</a><script>window.hacked=1</script>'
  const hacked = (page: Page) => page.evaluate(() => (window as { hacked?: number }).hacked)

  test('is safe: markup is inert, links are sanitized, styles are scoped', async ({ page, request }) => {
    const content = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: attack } }] })
    const css = '</style><script>window.hacked=1</script>'
    await staff(request, 'post', 'page', { title: 'Attack', url: 'attack', content, short_description: attack, css })
    await staff(request, 'post', 'page', {
      title: 'Styled',
      url: 'styled',
      css: 'h1 { color: rgb(1, 2, 3) } footer { display: none } body { opacity: 0.5 }',
    })
    await open(page, '/attack')
    await page.getByText('bait').first().click()
    expect(await hacked(page)).toBeUndefined()
    await open(page, '/styled')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(page.locator('.site-footer')).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('opacity', '1')
  })

  test('runs scripts only with the consent of the visitor, and never in a staff session', async ({ page, request }) => {
    await staff(request, 'post', 'page', { title: 'Scripted', url: 'scripted', footer_script: '<script>window.hacked = 7</script>' })
    await open(page, '/scripted')
    expect(await hacked(page)).toBeUndefined()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => hacked(page)).toBe(7)
    await signIn(page)
    await open(page, '/scripted')
    await expect(page.locator('.staff-note')).toBeVisible()
    expect(await hacked(page)).toBeUndefined()
  })
})

test('scripts of the whole shop run with the consent of the visitor', async ({ page, request }) => {
  const set = (footer_script: string) => staff(request, 'put', 'settings/basic', { footer_script })
  await set('<script>window.shopScript = 3</script>')
  try {
    await open(page, '/about-us')
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => page.evaluate(() => (window as { shopScript?: number }).shopScript)).toBe(3)
  } finally {
    await set('')
  }
})

test('external and inline scripts of a page run in order, and markup in them stays unchanged', async ({ page, request }) => {
  const note = (word: string) => `(window.order ??= []).push('${word}')`
  await page.route('**/own/*.js', async (route) => {
    const file = new URL(route.request().url()).pathname
    // The first script arrives last; the scripts below it depend on it.
    if (file === '/own/slow.js') await new Promise((resolve) => setTimeout(resolve, 500))
    await (file === '/own/gone.js' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: note(file) }))
  })
  await staff(request, 'post', 'page', {
    title: 'Ordered',
    url: 'ordered',
    header_script: `<script src="/own/slow.js"></script><script nonce="stolen">${note('inline')}</script>
      <script type="application/json" src="/own/data.js">{"data": true}</script><script src="/own/gone.js"></script>`,
    footer_script: `<div id="own"><script>${note('nested')}; document.currentScript.before('here')</script></div>
      <noscript><img src="/own/tracker.png"></noscript><script src="/own/quick.js"></script><script>${note('last')}</script>`,
  })
  const requestedPaths: string[] = []
  page.on('request', (made) => requestedPaths.push(new URL(made.url()).pathname))
  await open(page, '/ordered')
  await page.getByRole('button', { name: 'Allow' }).click()
  const ran = () => page.evaluate(() => (window as { order?: string[] }).order)
  await expect.poll(ran).toEqual(['/own/slow.js', 'inline', 'nested', '/own/quick.js', 'last'])
  await expect(page.locator('#own')).toHaveText(/^here/)
  expect(requestedPaths).not.toContain('/own/tracker.png')
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

    test('content pages have no serious faults, do not scroll sideways, and load nothing from other hosts', async ({ page, baseURL }) => {
      test.slow()
      const strangers: string[] = []
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) strangers.push(request.url())
      })
      for (const language of ['', '/zh-HK', '/zh-CN']) {
        for (const path of PAGES) {
          expect({ path, status: await open(page, language + path) }).toEqual({ path, status: 200 })
          expect({ path, faults: await seriousFaults(page) }).toEqual({ path, faults: [] })
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect({ path, sideways: Math.max(0, sideways) }).toEqual({ path, sideways: 0 })
        }
      }
      expect(strangers).toEqual([])
    })
  })
}
