import { describe, expect, it } from 'vitest'
import { cacheableAddress, shortcut } from '../server/address.ts'
import { around, createCache, withNonce } from '../server/cache.ts'
import { shared } from '../server/transport.ts'
import type { CachedResponse } from '../server/transport.ts'
import { contentSecurityPolicy } from '../server/csp.ts'

const page = (html: string) => ({ value: { html }, keep: true })

const pages = () => createCache<{ html: string }>({ ttl: 30_000, most: 500 })

describe('the page cache', () => {
  it('sends the nonce of the response in each place', () => {
    const parts = around('MARK', '<script nonce="MARK">綠茶</script><style nonce="MARK">')
    expect(withNonce(parts, 'one').toString()).toBe('<script nonce="one">綠茶</script><style nonce="one">')
    expect(withNonce(parts, 'another').toString()).toBe('<script nonce="another">綠茶</script><style nonce="another">')
    expect(withNonce(around('MARK', 'plain'), 'one').toString()).toBe('plain')
  })

  it('renders a page once for concurrent requests', async () => {
    const cache = pages()
    let drawn = 0
    const make = async () => page(`drawing ${++drawn}`)
    const all = await Promise.all([cache.get('/', make), cache.get('/', make), cache.get('/', make)])
    expect(all.map((result) => result.html)).toEqual(['drawing 1', 'drawing 1', 'drawing 1'])
    expect((await cache.get('/', make)).html).toBe('drawing 1')
  })

  it('renders again after a change, and drops a render started before it', async () => {
    const cache = pages()
    let finish = () => {}
    const early = cache.get(
      '/',
      () =>
        new Promise((resolve) => {
          finish = () => resolve(page('old price'))
        }),
    )
    cache.clear()
    finish()
    expect((await early).html).toBe('old price')
    expect((await cache.get('/', async () => page('new price'))).html).toBe('new price')
  })

  it('does not store uncacheable pages and failures', async () => {
    const cache = pages()
    await cache.get('/a', async () => ({ ...page('failed'), keep: false }))
    expect((await cache.get('/a', async () => page('fine'))).html).toBe('fine')
    await expect(cache.get('/b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await cache.get('/b', async () => page('fine'))).html).toBe('fine')
  })

  it('holds 500 pages at most and evicts the least recently used', async () => {
    const cache = pages()
    for (let i = 0; i <= 500; i += 1) await cache.get(`/${i}`, async () => page(`first ${i}`))
    expect((await cache.get('/500', async () => page('second'))).html).toBe('first 500')
    expect((await cache.get('/0', async () => page('second'))).html).toBe('second')
  })

  it('only stores URLs from a finite set', () => {
    expect(cacheableAddress('/category/tea?page=2&sort=name', undefined)).toBe('/category/tea?page=2&sort=name')
    expect(cacheableAddress('/order/success?order=1', undefined)).toBeUndefined()
    expect(cacheableAddress('/order/success?order=1', new Set(['order']))).toBeUndefined()
  })

  it('stores one page for all URLs that differ in query parameters it does not read', () => {
    const read = new Set(['preview', 'page'])
    expect(cacheableAddress('/a?utm_source=x&page=2&drawn=1', read)).toBe('/a?page=2')
    expect(cacheableAddress('/a?sort=name&q=what?', read)).toBe('/a')
    expect(cacheableAddress('/a?preview=1&drawn=1', read)).toBeUndefined()
  })
})

describe('data of the page frame', () => {
  const requestedPaths: string[] = []
  const api = async (path: string) => {
    requestedPaths.push(path)
    return { status: path.endsWith('gone') ? 404 : 200, json: async () => ({ path, nth: requestedPaths.length }) }
  }
  const get = { method: 'GET', headers: {} } as const

  it('is requested once for many pages, until something changes', async () => {
    const answers = createCache<CachedResponse>({ ttl: 5_000, most: 10 })
    const frame = shared(api, answers, 'http://shop.test')
    const bodies = await Promise.all([frame('/api/menu', get), frame('/api/menu', get)].map(async (response) => (await response).json()))
    expect(bodies[0]).toEqual(bodies[1])
    expect(requestedPaths).toEqual(['/api/menu'])
    answers.clear()
    await frame('/api/menu', get)
    expect(requestedPaths).toHaveLength(2)
  })

  it('is not cached for errors, and differs by request body', async () => {
    requestedPaths.length = 0
    const frame = shared(api, createCache<CachedResponse>({ ttl: 5_000, most: 10 }), 'http://shop.test')
    for (const body of ['{"a":1}', '{"a":2}', '{"a":1}']) await frame('/api/block', { method: 'POST', headers: {}, body })
    for (const _ of [1, 2]) expect((await frame('/api/gone', get)).status).toBe(404)
    expect(requestedPaths).toEqual(['/api/block', '/api/block', '/api/gone', '/api/gone'])
  })
})

describe('URLs that work without scripts', () => {
  it('a search form leads to the search page', () => {
    expect(shortcut('/zh-HK/search?keyword=%E8%8C%B6%20tea')).toEqual({ to: '/zh-HK/search/%E8%8C%B6%20tea' })
    expect(shortcut('/search?keyword=')).toEqual({ to: '/' })
  })

  it('a currency link sets a cookie and never leads to another host', () => {
    expect(shortcut('/product/tea?currency=USD&page=2')).toMatchObject({ to: '/product/tea?page=2' })
    expect(shortcut('//evil.example?currency=USD')?.to).toBe('/evil.example')
    expect(shortcut('/?currency=<b>')).toBeUndefined()
  })
})

describe('the content security policy of a page', () => {
  it('allows own scripts by nonce only, and other hosts only for a shop with custom scripts', () => {
    expect(contentSecurityPolicy('abc', { ownScripts: false })).toContain(`script-src 'self' 'nonce-abc';`)
    expect(contentSecurityPolicy('abc', { ownScripts: false })).not.toContain('strict-dynamic')
    expect(contentSecurityPolicy('abc', { ownScripts: true })).toContain('strict-dynamic')
  })

  it('allows the added hosts, each for its directive only', () => {
    const policy = contentSecurityPolicy('abc', { ownScripts: false, sources: { 'frame-src': ['https://maps.example'] } })
    expect(policy.split('; ').filter((line) => line.includes('maps.example'))).toEqual([
      `frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://maps.example`,
    ])
  })
})
