import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { readKeyword, splitWords } from '../domain/search.ts'

type Names = Record<'en-US' | 'zh-HK' | 'zh-CN', string>
const all = JSON.parse(readFileSync(join(import.meta.dirname, 'names', 'names.json'), 'utf8')) as Names[]

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['catalogue'], { env: { STOA_TRUST_PROXY: 'loopback' } })
  owner = await it.staff('owner')
  for (const [i, name] of all.entries()) {
    // Shop texts are often incomplete: one third lacks Simplified Chinese, one third Traditional Chinese.
    const { 'zh-HK': hk, 'zh-CN': cn, ...rest } = name
    const localizedName = i % 3 === 0 ? name : i % 3 === 1 ? { ...rest, 'zh-HK': hk } : { ...rest, 'zh-CN': cn }
    const made = await owner.post('/api/admin/product', {
      name: localizedName,
      sku: `SKU-${1_000 + i}`,
      url: `name-${i}`,
      stocks: [{ price: '10.00', sku: `VAR-${1_000 + i}`, barcode: `48912345${10_000 + i}` }],
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  }
}, 60_000)
afterAll(() => it.close())

/** Names contain characters that the rule `noSpecific` does not allow in keywords. */
const typed = (name: string) => name.replaceAll(/[^\p{Script=Latin}\p{Script=Han}0-9_ -]/gu, ' ')
let requestCount = 0
const find = async (keyword: string): Promise<string[]> => {
  // Send requests from many addresses, because one address is limited to 300 searches a minute.
  const { body } = await it.guest.post(
    '/api/product/search',
    { keyword, limit: 100 },
    { 'x-forwarded-for': `10.0.${++requestCount >> 8}.${requestCount & 255}` },
  )
  return (body.data as { url: string }[]).map((card) => card.url)
}

interface Figures {
  total: number
  found: number
  first: number
}

async function measure(kind: string, getKeyword: (name: Names, i: number) => string | undefined): Promise<Figures> {
  const figures = { total: 0, found: 0, first: 0 }
  const missed: string[] = []
  for (const [i, name] of all.entries()) {
    const keyword = getKeyword(name, i)
    if (!keyword) continue
    figures.total++
    const found = await find(keyword)
    if (found.includes(`name-${i}`)) figures.found++
    else missed.push(keyword)
    if (found[0] === `name-${i}`) figures.first++
  }
  const share = (n: number) => `${((100 * n) / figures.total).toFixed(1)} %`
  process.stdout.write(
    `${kind.padEnd(34)} ${figures.total} asked, found ${share(figures.found)}, first ${share(figures.first)}${missed.length > 0 ? `, missed ${missed.slice(0, 6).join(' / ')}` : ''}\n`,
  )
  return figures
}

const chinese = (i: number, name: Names) => (i % 3 === 2 ? name['zh-CN'] : name['zh-HK'])
const other = (i: number, name: Names) => (i % 3 === 2 ? name['zh-HK'] : name['zh-CN'])
/** Both scripts use the same words, so folding alone must find the product. */
const sameWords = async (a: string, b: string) => {
  const rows = await it.kernel.db.rows<{ f: string }>(sql`select stoa_fold(t) as f from unnest(${[a, b]}::text[]) t`)
  return rows[0]?.f === rows[1]?.f
}

test('each of 200 names in three languages is found by its keywords, and mostly ranks first', async () => {
  const whole = await measure('whole name, as stored', (name, i) => typed(chinese(i, name)))
  const english = await measure('whole English name, lower case', (name) => typed(name['en-US']).toLowerCase())
  const folds = await Promise.all(all.map((name) => sameWords(name['zh-HK'], name['zh-CN'])))
  const script = await measure('whole name in the other script', (name, i) => (folds[i] ? typed(other(i, name)) : undefined))
  const start = await measure('first two Chinese characters', (name, i) => /\p{Script=Han}{2}/u.exec(chinese(i, name))?.[0])
  const end = await measure(
    'last two Chinese characters',
    (name, i) => /(\p{Script=Han}{2})(?!.*\p{Script=Han})/u.exec(chinese(i, name))?.[0],
  )
  const turned = await measure('English words turned round', (name) => {
    const words = typed(name['en-US']).split(' ').filter(Boolean)
    return words.length > 1 ? words.toReversed().join(' ') : undefined
  })
  const joined = await measure('English without spaces and hyphens', (name) => typed(name['en-US']).replaceAll(/[ -]/g, ''))
  const wide = await measure('full-width letters', (name) =>
    typed(name['en-US']).replaceAll(/[0-9A-Za-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfe_e0)),
  )
  const code = await measure('sku, barcode or code of a variant', (_, i) =>
    i % 3 === 0 ? `sku-${1_000 + i}` : i % 3 === 1 ? `var ${1_000 + i}` : `48912345${10_000 + i}`,
  )
  for (const figures of [whole, english, script, joined, wide]) {
    expect(figures.found).toBe(figures.total)
    expect(figures.first / figures.total).toBeGreaterThanOrEqual(0.99)
  }
  for (const figures of [start, end]) expect(figures.found).toBe(figures.total)
  // A single letter loses its context when the word order is reversed.
  expect(turned.found / turned.total).toBeGreaterThanOrEqual(0.98)
  expect(start.first / start.total).toBeGreaterThanOrEqual(0.9)
  expect(turned.first / turned.total).toBeGreaterThanOrEqual(0.97)
  expect(script.total).toBeGreaterThan(130)
  expect(code).toEqual({ total: 200, found: 200, first: 200 })
}, 120_000)

test('a hyphen, a space and no separator match alike, and a single letter joins the next word', async () => {
  const shirts = await find('t-shirt')
  expect(shirts).toHaveLength(2)
  for (const keyword of ['t shirt', 'TSHIRT', 'T_shirt', 'ｔ－ｓｈｉｒｔ']) expect(await find(keyword), keyword).toEqual(shirts)
  expect(splitWords('t shirt white')).toEqual(['tshirt', 'white'])
  expect(splitWords('iphone手機殼')).toEqual(['iphone', '手機殼'])
})

test('a name that starts with the keyword ranks before one that contains it, and a whole word before a partial match', async () => {
  const tea = await find('milk')
  expect(tea[0]).toBe(`name-${all.findIndex((n) => n['en-US'].startsWith('Milk'))}`)
  const ink = await find('ink')
  expect(all[Number(ink[0]?.slice(5))]?.['en-US']).toBe('Ink Stone')
})

test('one Chinese character matches anywhere, one Latin letter matches only as a prefix', async () => {
  const tea = await find('茶')
  expect(tea.length).toBeGreaterThanOrEqual(20)
  for (const url of tea) expect(JSON.stringify(all[Number(url.slice(5))])).toContain('茶')
  const x = await find('x')
  expect(x).toEqual([`name-${all.findIndex((n) => n['en-US'] === 'XO Sauce')}`])
})

test('brand and category names find their products, ranked after matches in the product name', async () => {
  const { body: brand } = await owner.post('/api/admin/brand', { url: 'fog', title: { 'en-US': 'Foghorn', 'zh-HK': '霧號' } })
  const { body: category } = await owner.post('/api/admin/category', { url: 'odd', title: { 'en-US': 'Oddments', 'zh-HK': '雜項' } })
  const make = (n: number, more: object) =>
    owner.post('/api/admin/product', { name: `Thing ${n}`, sku: `THING-${n}`, url: `thing-${n}`, stocks: [{ price: '1.00' }], ...more })
  await make(1, { name: 'Foghorn brass' })
  await make(2, { brand_id: brand.id, categories: [category.id] })
  expect(await find('foghorn')).toEqual(['thing-1', 'thing-2'])
  expect(await find('雾号')).toEqual(['thing-2'])
  expect(await find('oddments thing')).toEqual(['thing-2'])
  await owner.put(`/api/admin/brand/${brand.id}`, { title: 'Lighthouse' })
  await it.jobs()
  expect(await find('lighthouse')).toEqual(['thing-2'])
  await owner.put(`/api/admin/category/${category.id}`, { title: 'Sundries' })
  await it.jobs()
  expect(await find('sundries')).toEqual(['thing-2'])
})

test('names match in any script, and case, width and accent variants match too', async () => {
  const make = (sku: string, name: string) =>
    owner.post('/api/admin/product', { name, sku, url: sku.toLowerCase().replaceAll(/[^a-z]/g, ''), stocks: [{ price: '1.00' }] })
  for (const [sku, name] of [
    ['JP-HOJI', 'ほうじ茶'],
    ['KR-NOKCHA', '녹차 세트'],
    ['RU-CHAI', 'Чай чёрный'],
    ['AR-SHAY', 'شاي أخضر'],
    ['DE-STR', 'Straßenkarte'],
    ['A-B_C.9/7', 'Signs in the code'],
  ] as const)
    expect((await make(sku, name)).status, name).toBe(201)
  const urlsByKeyword = {
    ほうじ茶: 'jphoji',
    ほう: 'jphoji',
    녹차: 'krnokcha',
    'черный чай': 'ruchai',
    شاي: 'arshay',
    strassenkarte: 'destr',
    STRAßE: 'destr',
    'a-b_c.9/7': 'abc',
  }
  for (const [keyword, url] of Object.entries(urlsByKeyword)) expect(await find(keyword), keyword).toEqual([url])
  expect(await find('A-B_C.9')).toEqual([])
  expect(await find('1 2')).toEqual(['name-39'])
})

test('a keyword is required and allows only letters, digits, Chinese characters, underscore, space and hyphen', async () => {
  const refused = async (keyword: unknown) => (await it.guest.post('/api/product/search', { keyword })).body.messages
  expect(await refused('')).toEqual({ keyword: ['This field is required.'] })
  expect(await refused(undefined)).toEqual({ keyword: ['This field is required.'] })
  expect(await refused('tea; drop')).toEqual({ keyword: ['Please check your input.'] })
  expect(await refused("men's")).toEqual({ keyword: ['Please check your input.'] })
  expect(readKeyword('茶 tea_pot-2')).toBe('茶 tea_pot-2')
  expect((await it.guest.post('/api/product/search', { keyword: '-_-' })).body).toMatchObject({ data: [], total: 0 })
})
