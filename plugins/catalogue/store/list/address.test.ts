import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../../tests/support/property.ts'
import { getAddress, getAsk, type ListAddress, getQuery, readAddress, getSorts, toggled } from './address.ts'

const plain: ListAddress = { page: 1, sort: 'newest', filter: {} }

describe('the URL of a product list', () => {
  it.each([
    ['1', 1],
    ['7', 7],
    ['999999', 999_999],
    ['1000000', 1],
    ['0', 1],
    ['-2', 1],
    ['01', 1],
    ['2.5', 1],
    ['two', 1],
    ['', 1],
  ])('parses page %j as %i', (page, read) => {
    expect(readAddress({ page }).page).toBe(read)
  })

  it.each([
    ['price', false, 'price'],
    ['-price', false, '-price'],
    ['best', true, 'best'],
    // The sort orders "best" and "relevance" apply to searches only.
    ['relevance', false, 'newest'],
    ['relevance', true, 'relevance'],
    ['cheapest', false, 'newest'],
    ['cheapest', true, 'relevance'],
    ['', false, 'newest'],
  ] as const)('parses sort order %j (searching: %s) as %j', (sort, searching, read) => {
    expect(readAddress({ sort }, searching).sort).toBe(read)
  })

  it('parses comma-separated values, deduplicated and trimmed', () => {
    expect(readAddress({ brand: 'north, south,north,, ', taste: 'sweet' }).filter).toEqual({ brand: ['north', 'south'], taste: ['sweet'] })
    expect(readAddress({ brand: ' , ' }).filter).toEqual({})
  })

  it('ignores reserved query parameters and those that cannot be attribute keys', () => {
    const reservedParams = { limit: '5', language: 'zh-HK', url: 'x', keyword: 'tea', facets: '1', page: '2', sort: 'name' }
    expect(readAddress({ ...reservedParams, Brand: 'a', '1st': 'a', 'ta-ste': 'a', __proto__: 'a' }).filter).toEqual({})
  })

  it.each([
    ['0', true],
    ['15', true],
    ['15.5', true],
    ['15.55', true],
    ['999999999.99', true],
    ['1000000000', false],
    ['15.555', false],
    ['-1', false],
    ['1e3', false],
    ['cheap', false],
    ['1,5', true],
  ])('validates a price limit as an amount: %j', (amount, isKept) => {
    expect('price_from' in readAddress({ price_from: amount }).filter).toBe(isKept)
  })

  it('has no query for the first page without filters in the default sort order', () => {
    expect(getAddress('/category/tea', plain)).toBe('/category/tea')
    expect(getAddress('/search/tea', { ...plain, sort: 'relevance' }, true)).toBe('/search/tea')
    // In a search, "newest" is not the default and appears in the URL.
    expect(getAddress('/search/tea', plain, true)).toBe('/search/tea?sort=newest')
    expect(getAddress('/category/tea', { ...plain, page: 2 })).toBe('/category/tea?page=2')
    expect(getAddress('/category/tea', { ...plain, filter: { brand: [] } })).toBe('/category/tea')
  })

  it('encodes filter values so that they do not end the query', () => {
    const at = { ...plain, filter: { taste: ['a&b=c#d', '甜'] } }
    const address = getAddress('/category/tea', at)
    expect(address).not.toContain('&b')
    expect(readAddress(Object.fromEntries(new URL(address, 'https://x.test').searchParams))).toEqual(at)
  })

  it('adds a filter value and removes it again without mutating the given filter', () => {
    const filter = { brand: ['north'] }
    expect(toggled(filter, 'brand', 'south')).toEqual({ brand: ['north', 'south'] })
    expect(toggled(filter, 'brand', 'north')).toEqual({ brand: [] })
    expect(toggled(filter, 'taste', 'sweet')).toEqual({ brand: ['north'], taste: ['sweet'] })
    expect(filter).toEqual({ brand: ['north'] })
  })

  it('builds the same request for the server, with filters and facets', () => {
    expect(getAsk({ page: 3, sort: '-price', filter: { brand: ['north', 'south'] } })).toEqual({
      brand: 'north,south',
      page: 3,
      sort: '-price',
      facets: 1,
    })
  })

  it('round-trips through its query for any page, sort order and filter', () => {
    const word = fc.constantFrom('brand', 'category', 'flag', 'in_stock', 'taste', 'volume_ml')
    const value = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text && !text.includes(','))
    const filter = fc.dictionary(word, fc.uniqueArray(value, { minLength: 1, maxLength: 3 }))
    fc.assert(
      fc.property(filter, fc.integer({ min: 1, max: 999_999 }), fc.boolean(), fc.nat(5), (narrowed, page, searching, n) => {
        const sorts = getSorts(searching)
        const at: ListAddress = { page, sort: sorts[n % sorts.length] ?? 'newest', filter: { ...narrowed } }
        expect(readAddress(getQuery(at, searching), searching)).toEqual(at)
      }),
      tries(300),
    )
  })
})
