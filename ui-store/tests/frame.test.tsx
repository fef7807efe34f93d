import { describe, expect, test } from 'vitest'
import { shell } from '../src/render.tsx'
import { assets, draw, settings } from './shop.ts'
import { at, bringTeas, page } from './teas.tsx'

/** The frame of every page: its language and currency, header, footer and head. */
bringTeas()

describe('the language of a page', () => {
  const singleLanguage = { ...settings, basic: { ...settings.basic, main_language: 'zh-HK', supported_languages: ['zh-HK'] } }
  test.each([
    ['/tea/one', undefined, settings, 'en-US', ''],
    ['/tea/one', 'zh-CN', settings, 'zh-CN', ''],
    ['/zh-HK/tea/one', undefined, settings, 'zh-HK', '/zh-HK'],
    // The language in the URL has priority over the cookie, because URLs are shared.
    ['/zh-HK/tea/one', 'zh-CN', settings, 'zh-HK', '/zh-HK'],
    ['/en-US/tea/one', 'zh-CN', settings, 'en-US', '/en-US'],
    ['/tea/one', 'fr-FR', settings, 'en-US', ''],
    ['/tea/one', 'zh-CN', singleLanguage, 'zh-HK', ''],
    ['/en-US/tea/one', undefined, singleLanguage, 'zh-HK', '/en-US'],
  ])('of %s with the cookie %s is the same everywhere', async (url, language, siteSettings, expectedLanguage, prefix) => {
    const drawn = await page(url, { siteSettings, language })
    expect([drawn.headers['content-language'], drawn.state.language, drawn.state.prefix]).toEqual([
      expectedLanguage,
      expectedLanguage,
      prefix,
    ])
    expect(drawn.html).toContain(`<html lang="${expectedLanguage}" `)
    expect(drawn.text).toContain(`<p>${expectedLanguage} in the frame</p>`)
  })
})

test.each([
  [undefined, 'HKD', 'HK$100.00'],
  ['USD', 'USD', 'US$12.80'],
  // A currency that the shop no longer supports.
  ['JPY', 'HKD', 'HK$100.00'],
])("amounts use the visitor's currency %s if the shop supports it", async (currency, used, price) => {
  const drawn = await page('/tea/one', { currency })
  expect([drawn.state.currency, drawn.text.includes(`<p class="price">${price}</p>`)]).toEqual([used, true])
})

describe('around a page', () => {
  test('are the header and footer of the shop, with the slots of plugins', async () => {
    const { text } = await page('/anything')
    expect(text).toMatch(/<p>en-US in the frame<\/p><header class="site-header">[\s\S]*<main id="main"[\s\S]*<footer class="site-footer">/)
    expect(text).toContain('<p>whatever else</p>')
  })

  test('with a quiet layout are only the link home and the language switch', async () => {
    const { text } = await page('/quiet')
    expect(text).toContain('quiet-header')
    expect(text).not.toMatch(/in the frame|site-footer|\?currency=/)
    expect(text).toContain('hrefLang="zh-HK"')
  })

  test('with a standalone layout is nothing of the shop', async () => {
    const { text } = await page('/alone')
    expect(text).toContain('<p>whatever else</p>')
    expect(text).not.toMatch(/<header|<footer|in the frame/)
  })

  test('languages and currencies are offered when there is a choice, with links that work without scripts', async () => {
    const { text } = await page('/zh-HK/tea/one?page=2')
    expect(text).toMatch(/<a href="\/zh-CN\/tea\/one\?page=2"[^>]*lang="zh-CN"/)
    expect(text).toMatch(/<a href="\/zh-HK\/tea\/one\?page=2"[^>]*aria-current="true"/)
    expect(text).toContain('href="/zh-HK/tea/one?currency=USD"')
    const { supported_currencies: all, ...base } = settings.currency
    const singleCurrency = { ...settings, currency: { ...base, supported_currencies: all.slice(0, 1) } }
    const alone = { ...singleCurrency, basic: { ...singleCurrency.basic, supported_languages: ['en-US'] } }
    expect((await page('/tea/one', { siteSettings: alone })).text).not.toMatch(/\?currency=|<a [^>]*hrefLang/)
  })
})

test('a shop without a home page from a plugin has a plain one', async () => {
  const { withHome } = await import('../src/shell/plain-home.tsx')
  const drawn = await draw('/', { bootstrap: { ...at, routes: withHome([]) } })
  expect([drawn.status, drawn.text.includes('<h1>Harbour &amp; Tea</h1>')]).toEqual([200, true])
  const routes = [{ path: '/', screen: 'drawn/all' }]
  expect(withHome(routes)).toEqual(routes)
})

describe('the head of a page', () => {
  test('has title and theme, and preloads its modules, each once', async () => {
    const { html } = await page('/tea/one')
    expect(html).toContain('<title>Tea one – Harbour &#38; Tea</title>')
    expect(html).toContain('data-template="studio"')
    expect(html).toContain('<style nonce="NONCE">@layer custom{:root{--accent:#1f5f4a')
    const early = [...html.matchAll(/<link rel="modulepreload" href="([^"]*)"/g)].map(([, href]) => href)
    expect(early).toEqual([
      '/assets/react.js',
      '/assets/en.js',
      '/assets/top.js',
      '/assets/tea.js',
      '/assets/shared.js',
      '/assets/piece.js',
    ])
    expect(html).toContain('<link rel="icon" href="data:,">')
    expect(html).toContain('<link data-head rel="canonical" href="https://shop.test/tea/one">')
  })

  test("names the shop's icon, with its path escaped", async () => {
    const siteSettings = { ...settings, image: { ...settings.image, icon: 'img/"><script>.png' } }
    const { html } = await page('/tea/one', { siteSettings })
    expect(html).toContain('<link rel="icon" href="/files/img/&#34;&#62;&#60;script&#62;.png">')
  })
})

test('when rendering takes too long the page is empty, in the language of the URL, and not cached', async () => {
  const odd = { ...at, origin: 'https://</script>' }
  const drawn = await shell({ url: '/zh-HK/tea/one', language: 'zh-CN', currency: 'USD', nonce: 'NONCE', bootstrap: odd, assets })
  expect([drawn.status, drawn.keep, drawn.ownScripts, drawn.headers]).toEqual([200, false, false, { 'content-language': 'zh-HK' }])
  expect(drawn.html).toContain('<div id="root"></div>')
  const state = JSON.parse(/id="state"[^>]*>([\s\S]*?)<\/script>/.exec(drawn.html)?.[1] ?? '') as object
  expect(state).toEqual({ language: 'zh-HK', prefix: '/zh-HK', currency: 'USD', bootstrap: odd, drawn: false })
  expect((await shell({ url: '/tea', nonce: 'n', bootstrap: at, assets })).headers).toEqual({ 'content-language': 'en-US' })
})
