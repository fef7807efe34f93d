import { describe, expect, test } from 'vitest'
import { draw, settings } from './shop.ts'
import { at, bringTeas, page, withoutAll } from './teas.tsx'

/** Whole pages as the server draws them: what they show, what they answer, what may be kept of them. */
bringTeas()

test('what somebody asks for is drawn with its data, its pieces in their order, and a piece that fails leaves a gap', async () => {
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
  // What the page tells its script ends no element.
  expect(drawn.html.match(/<\/script>/g)).toHaveLength(2)
})

test('a query is read as texts: what is named twice is both, and a number stays as it was written', async () => {
  const { state } = await page('/tea/one?page=0012&tag=a&tag=b&q=a%2Bb+c')
  expect(state.seed.data?.search).toEqual({ page: '0012', tag: 'a,b', q: 'a+b c' })
})

describe('an address with nothing behind it', () => {
  test.each(['/tea/gone', '/tea/called', '/not-brought'])('such as %s is not found, says so and leads home', async (url) => {
    const drawn = await page(url)
    expect([drawn.status, drawn.keep, drawn.state.seed]).toEqual([404, true, { kind: 'missing' }])
    expect(drawn.text).toContain('Page not found')
    expect(drawn.text).toContain('content="noindex"')
    expect(drawn.text).toMatch(/<a class="button[^"]*"[^>]* href="\/"/)
  })

  test('that no path of any plugin fits is not found either, in the language of the visitor', async () => {
    const drawn = await draw('/zh-HK/no/such/thing', { bootstrap: withoutAll })
    expect([drawn.status, drawn.state.seed]).toEqual([404, { kind: 'missing' }])
    expect(drawn.text).toMatch(/<h1>\p{Script=Han}/u)
  })

  test('leads on for good where a plugin knows where it went, within the language and to other sites', async () => {
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
])('a page that sends its visitor elsewhere does so: %s', async (url, status, location) => {
  const drawn = await page(url)
  expect([drawn.status, drawn.headers.location, drawn.keep]).toEqual([status, location, false])
})

describe('what could not be had', () => {
  test('because it was asked wrong stays the answer of whoever asked, in words that are no markup', async () => {
    const drawn = await page('/tea/wrong')
    expect([drawn.status, drawn.keep, drawn.state.seed]).toEqual([
      422,
      false,
      { kind: 'failed', status: 422, texts: ['No <b>such</b> page.', 'No such order.'] },
    ])
    expect(drawn.text).toContain('<p>No &lt;b&gt;such&lt;/b&gt; page.</p><p>No such order.</p>')
    // Asking the same again changes nothing: the way on is home.
    expect(drawn.text).not.toContain('Try again')
    expect(drawn.text).toContain('Go to home page')
  })

  test.each([
    ['/tea/busy', 429],
    ['/tea/down', 503],
  ])('for now can be asked for again: %s', async (url, status) => {
    const drawn = await page(url)
    expect([drawn.status, drawn.keep]).toEqual([status, false])
    expect(drawn.text).toContain('Try again')
    expect(drawn.text).toContain('content="noindex"')
  })

  test('by a fault of ours is no page at all: whoever serves it says so', async () => {
    await expect(page('/tea/broken')).rejects.toThrow('a fault of ours')
  })
})

test('a page that cannot be drawn goes out with its data for the browser to draw, is told of and not kept', async () => {
  const drawn = await page('/throws')
  expect([drawn.status, drawn.keep, drawn.state.drawn, drawn.state.seed.data]).toEqual([200, false, false, { kept: 'data' }])
  expect(drawn.problems).toEqual([new Error('cannot be drawn')])
  expect(drawn.html).toContain('<div id="root"></div>')
  expect(drawn.html).toContain('<noscript><p class="boot">This page could not be loaded completely')
})

describe('scripts of the shop’s own', () => {
  const scripted = { ...settings, basic: { ...settings.basic, header_script: '<script>a()</script>', footer_script: '' } }

  test('are let in on every page of a shop that has some, and on a page that has one of its own', async () => {
    const [all, onePage] = [await page('/tea/one', { siteSettings: scripted }), await page('/scripted')]
    expect([all.ownScripts, onePage.ownScripts]).toEqual([true, true])
    expect(all.state.shell.settings.basic.header_script).toBe('<script>a()</script>')
  })

  test('stay out beside a staff session, which is told so', async () => {
    const drawn = await page('/tea/one', { siteSettings: scripted, bootstrap: { ...at, staff: true } })
    expect([drawn.ownScripts, drawn.state.bootstrap.muted]).toEqual([false, true])
    expect(JSON.stringify(drawn.state)).not.toContain('a()')
    expect(drawn.text).toContain('You are signed in as staff')
    expect((await page('/tea/one', { bootstrap: { ...at, staff: true } })).text).not.toContain('You are signed in as staff')
  })
})
