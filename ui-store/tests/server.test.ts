import { describe, expect, it } from 'vitest'
import { cacheableAddress, shortcut } from '../server/address.ts'
import { around, createCache, withNonce } from '../server/cache.ts'
import { shared } from '../server/transport.ts'
import type { CachedResponse } from '../server/transport.ts'
import { contentSecurityPolicy } from '../server/csp.ts'

const page = (html: string) => ({ value: { html }, keep: true })

const pages = () => createCache<{ html: string }>({ ttl: 30_000, most: 500 })

describe('pages kept for the next visitor', () => {
  it('are sent with the nonce of their answer in each of its places', () => {
    const parts = around('MARK', '<script nonce="MARK">綠茶</script><style nonce="MARK">')
    expect(withNonce(parts, 'one').toString()).toBe('<script nonce="one">綠茶</script><style nonce="one">')
    expect(withNonce(parts, 'another').toString()).toBe('<script nonce="another">綠茶</script><style nonce="another">')
    expect(withNonce(around('MARK', 'plain'), 'one').toString()).toBe('plain')
  })

  it('draws a page once for many who ask at the same time', async () => {
    const cache = pages()
    let drawn = 0
    const make = async () => page(`drawing ${++drawn}`)
    const all = await Promise.all([cache.get('/', make), cache.get('/', make), cache.get('/', make)])
    expect(all.map((result) => result.html)).toEqual(['drawing 1', 'drawing 1', 'drawing 1'])
    expect((await cache.get('/', make)).html).toBe('drawing 1')
  })

  it('draws again after something changed, and forgets a drawing begun before the change', async () => {
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

  it('does not keep what must not be kept, nor a failure', async () => {
    const cache = pages()
    await cache.get('/a', async () => ({ ...page('failed'), keep: false }))
    expect((await cache.get('/a', async () => page('fine'))).html).toBe('fine')
    await expect(cache.get('/b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await cache.get('/b', async () => page('fine'))).html).toBe('fine')
  })

  it('holds 500 pages at most and drops the one unused for longest', async () => {
    const cache = pages()
    for (let i = 0; i <= 500; i += 1) await cache.get(`/${i}`, async () => page(`first ${i}`))
    expect((await cache.get('/500', async () => page('second'))).html).toBe('first 500')
    expect((await cache.get('/0', async () => page('second'))).html).toBe('second')
  })

  it('only keeps addresses that are finite in number', () => {
    expect(cacheableAddress('/category/tea?page=2&sort=name', undefined)).toBe('/category/tea?page=2&sort=name')
    expect(cacheableAddress('/order/success?order=1', undefined)).toBeUndefined()
    expect(cacheableAddress('/order/success?order=1', new Set(['order']))).toBeUndefined()
  })

  it('keeps one page for all addresses that differ by words it does not read', () => {
    const read = new Set(['preview', 'page'])
    expect(cacheableAddress('/a?utm_source=x&page=2&drawn=1', read)).toBe('/a?page=2')
    expect(cacheableAddress('/a?sort=name&q=what?', read)).toBe('/a')
    expect(cacheableAddress('/a?preview=1&drawn=1', read)).toBeUndefined()
  })
})

describe('what the frame of every page asks', () => {
  const requestedPaths: string[] = []
  const api = async (path: string) => {
    requestedPaths.push(path)
    return { status: path.endsWith('gone') ? 404 : 200, json: async () => ({ path, nth: requestedPaths.length }) }
  }
  const get = { method: 'GET', headers: {} } as const

  it('is asked once for many pages, until something changed', async () => {
    const answers = createCache<CachedResponse>({ ttl: 5_000, most: 10 })
    const frame = shared(api, answers, 'http://shop.test')
    const bodies = await Promise.all([frame('/api/menu', get), frame('/api/menu', get)].map(async (response) => (await response).json()))
    expect(bodies[0]).toEqual(bodies[1])
    expect(requestedPaths).toEqual(['/api/menu'])
    answers.clear()
    await frame('/api/menu', get)
    expect(requestedPaths).toHaveLength(2)
  })

  it('keeps no refusal, and tells questions with other bodies apart', async () => {
    requestedPaths.length = 0
    const frame = shared(api, createCache<CachedResponse>({ ttl: 5_000, most: 10 }), 'http://shop.test')
    for (const body of ['{"a":1}', '{"a":2}', '{"a":1}']) await frame('/api/block', { method: 'POST', headers: {}, body })
    for (const _ of [1, 2]) expect((await frame('/api/gone', get)).status).toBe(404)
    expect(requestedPaths).toEqual(['/api/block', '/api/block', '/api/gone', '/api/gone'])
  })
})

describe('addresses that work without scripts', () => {
  it('a search form leads to the search page', () => {
    expect(shortcut('/zh-HK/search?keyword=%E8%8C%B6%20tea')).toEqual({ to: '/zh-HK/search/%E8%8C%B6%20tea' })
    expect(shortcut('/search?keyword=')).toEqual({ to: '/' })
  })

  it('a currency link is kept in a cookie and never leads to another host', () => {
    expect(shortcut('/product/tea?currency=USD&page=2')).toMatchObject({ to: '/product/tea?page=2' })
    expect(shortcut('//evil.example?currency=USD')?.to).toBe('/evil.example')
    expect(shortcut('/?currency=<b>')).toBeUndefined()
  })
})

describe('the policy of a page', () => {
  it('lets in own scripts with the nonce alone, and other hosts only for a shop with scripts of its own', () => {
    expect(contentSecurityPolicy('abc', { ownScripts: false })).toContain(`script-src 'self' 'nonce-abc';`)
    expect(contentSecurityPolicy('abc', { ownScripts: false })).not.toContain('strict-dynamic')
    expect(contentSecurityPolicy('abc', { ownScripts: true })).toContain('strict-dynamic')
  })

  it('lets in the hosts that were opened, each for what it was opened for', () => {
    const policy = contentSecurityPolicy('abc', { ownScripts: false, sources: { 'frame-src': ['https://maps.example'] } })
    expect(policy.split('; ').filter((line) => line.includes('maps.example'))).toEqual([
      `frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://maps.example`,
    ])
  })
})
