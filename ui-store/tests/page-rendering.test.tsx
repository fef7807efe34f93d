import { describe, expect, test } from 'vitest'
import { draw, settings } from './shop.ts'
import { at, bringTeas, page, withoutAll } from './teas.tsx'

/** Complete pages as rendered on the server: content, status and caching. */
bringTeas()

test('a page is rendered with its data and its parts in order, and a failing part leaves a gap', async () => {
  const drawn = await page('/tea/one')
  expect([drawn.status, drawn.keep, drawn.ownScripts, drawn.problems]).toEqual([200, true, false, []])
  expect(drawn.text).toContain('<h1>Tea &lt;/script&gt; one</h1>')
  expect(drawn.text).toMatch(/<p>failing (<!-- -->)?leaves a gap<\/p><p>piece (<!-- -->)?7<\/p>/)
  expect(drawn.state.seed).toMatchObject({
    kind: 'screen',
    id: 'drawn/tea',
    data: { name: 'Tea </script> one', pieces: { 'drawn/failing': null, 'drawn/piece': { n: 7 } } },
    slots: ['drawn/failing', 'drawn/piece'],
  })
  expect(drawn.state).toMatchObject({ drawn: true, shell: { settings: { basic: { name: 'Harbour & Tea' } } } })
  // Data in a script element cannot close the element.
  expect(drawn.html.match(/<\/script>/g)).toHaveLength(2)
})

test('a query string is read as strings: a repeated name has both values, and numbers are unchanged', async () => {
  const { state } = await page('/tea/one?page=0012&tag=a&tag=b&q=a%2Bb+c')
  expect(state.seed.data?.search).toEqual({ page: '0012', tag: 'a,b', q: 'a+b c' })
})

describe('a URL without content', () => {
  test.each(['/tea/gone', '/tea/called', '/not-brought'])('such as %s returns 404 with a message and a link home', async (url) => {
    const drawn = await page(url)
    expect([drawn.status, drawn.keep, drawn.state.seed]).toEqual([404, true, { kind: 'missing' }])
    expect(drawn.text).toContain('Page not found')
    expect(drawn.text).toContain('content="noindex"')
    expect(drawn.text).toMatch(/<a class="button[^"]*"[^>]* href="\/"/)
  })

  test("that matches no route of any plugin returns 404 in the visitor's language", async () => {
    const drawn = await draw('/zh-HK/no/such/thing', { bootstrap: withoutAll })
    expect([drawn.status, drawn.state.seed]).toEqual([404, { kind: 'missing' }])
    expect(drawn.text).toMatch(/<h1>\p{Script=Han}/u)
  })

  test('redirects permanently where a plugin knows the new URL, within the language and to other sites', async () => {
    const nowhere = { ...withoutAll, routes: [{ path: '/not/$url', screen: 'drawn/tea' }] }
    for (const [url, bootstrap] of [
      ['/zh-HK/tea/gone-2', nowhere],
      ['/zh-HK/tea/gone-2', at],
      ['/zh-HK/tea/called-2', at],
    ] as const) {
      const moved = await page(url, { bootstrap })
      expect([moved.status, moved.headers.location, moved.html, moved.keep]).toEqual([301, '/zh-HK/tea/found', '', false])
    }
    const away = await draw('/zz', { bootstrap: withoutAll })
    expect([away.status, away.headers.location]).toEqual([301, 'https://other.test/zz'])
  })
})

test.each([
  ['/tea/moved', 301, '/tea/green?from=moved'],
  ['/zh-CN/tea/moved', 301, '/zh-CN/tea/green?from=moved'],
  ['/tea/for-now', 302, '/tea/green'],
  ['/tea/away', 302, 'https://other.test/tea'],
])('a page can redirect its visitor: %s', async (url, status, location) => {
  const drawn = await page(url)
  expect([drawn.status, drawn.headers.location, drawn.keep]).toEqual([status, location, false])
})

describe('a page that cannot be loaded', () => {
  test("because of a wrong request returns the API's status and escaped messages", async () => {
    const drawn = await page('/tea/wrong')
    expect([drawn.status, drawn.keep, drawn.state.seed]).toEqual([
      422,
      false,
      { kind: 'failed', status: 422, texts: ['No <b>such</b> page.', 'No such order.'] },
    ])
    expect(drawn.text).toContain('<p>No &lt;b&gt;such&lt;/b&gt; page.</p><p>No such order.</p>')
    // A retry would have the same result, so the page links to the home page.
    expect(drawn.text).not.toContain('Try again')
    expect(drawn.text).toContain('Go to home page')
  })

  test.each([
    ['/tea/busy', 429],
    ['/tea/down', 503],
  ])('for now offers to try again: %s', async (url, status) => {
    const drawn = await page(url)
    expect([drawn.status, drawn.keep]).toEqual([status, false])
    expect(drawn.text).toContain('Try again')
    expect(drawn.text).toContain('content="noindex"')
  })

  test('because of an internal error is not rendered: the error is thrown to the server', async () => {
    await expect(page('/tea/broken')).rejects.toThrow('a fault of ours')
  })
})

test('a page that fails to render is sent with its data for the browser, reported and not cached', async () => {
  const drawn = await page('/throws')
  expect([drawn.status, drawn.keep, drawn.state.drawn, drawn.state.seed.data]).toEqual([200, false, false, { kept: 'data' }])
  expect(drawn.problems).toEqual([new Error('cannot be drawn')])
  expect(drawn.html).toContain('<div id="root"></div>')
  expect(drawn.html).toContain('<noscript><p class="boot">This page could not be loaded completely')
})

describe("the shop's own scripts", () => {
  const scripted = { ...settings, basic: { ...settings.basic, header_script: '<script>a()</script>', footer_script: '' } }

  test('are allowed on every page when configured for all, and on a page that has its own', async () => {
    const [all, onePage] = [await page('/tea/one', { siteSettings: scripted }), await page('/scripted')]
    expect([all.ownScripts, onePage.ownScripts]).toEqual([true, true])
    expect(all.state.shell.settings.basic.header_script).toBe('<script>a()</script>')
  })

  test('are left out in a staff session, with a notice', async () => {
    const drawn = await page('/tea/one', { siteSettings: scripted, bootstrap: { ...at, staff: true } })
    expect([drawn.ownScripts, drawn.state.bootstrap.muted]).toEqual([false, true])
    expect(JSON.stringify(drawn.state)).not.toContain('a()')
    expect(drawn.text).toContain('You are signed in as staff')
    expect((await page('/tea/one', { bootstrap: { ...at, staff: true } })).text).not.toContain('You are signed in as staff')
  })
})
