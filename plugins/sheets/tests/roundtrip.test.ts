import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { importRecords } from '../import/import.ts'
import { openShop, type Shop } from './harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())
beforeEach(() => shop.empty())

/** Random numbers from a seed, so that a failure can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % n
  }
}

const odd = [
  'plain',
  '=SUM(A1)',
  "'=x",
  '+852',
  '-5',
  '@me',
  'a "b" c',
  'x;y,z',
  'one\ntwo',
  'win\r\ndows',
  '茶與咖啡',
  '😀',
  'a | b',
  'c > d',
  '\\',
  'A&amp;B',
  '<b>',
  '[clear]',
  '_x0041_',
  'tab\there',
  '1E+5',
  '007',
  'TRUE',
  "it's",
]

async function randomProducts(seed: number): Promise<void> {
  const roll = createRandom(seed)
  const word = () => odd[roll(odd.length)] as string
  const maybe = <T>(value: () => T) => (roll(3) === 0 ? null : value())
  for (const [i, title] of odd.slice(0, 6).entries()) {
    await shop.it.kernel.resources.create(shop.ctx, 't_brand', { name: `${title}${i}`, url: `b${i}` })
    await shop.it.kernel.resources.create(shop.ctx, 't_group', {
      title: `${odd[i + 8]} ${i}`,
      parent_id: i > 2 ? i - 1 : null,
    })
    await shop.place(`${title}${i}`)
  }
  for (let i = 0; i < 30; i++) {
    const lang = (text: string) => ({
      'en-US': text,
      ...(roll(2) ? { 'zh-HK': word() } : {}),
      ...(roll(3) ? {} : { 'zh-CN': word() }),
    })
    await shop.it.kernel.resources.create(shop.ctx, 't_product', {
      sku: `${word()} ${i}`,
      name: lang(word()),
      url: `u${i}`,
      type: roll(2) ? 'single' : 'package',
      brand_id: maybe(() => roll(6) + 1),
      groups: [...new Set([roll(6) + 1, roll(6) + 1])].slice(roll(3)),
      place_id: maybe(() => roll(6) + 1),
      visibled: roll(2) === 1,
      order: roll(9) - 4,
      description: maybe(() => lang('<p>A &amp; B &lt;x&gt;</p>')),
      remark: word(),
      tags: [word().replaceAll('\r\n', ' '), 'z'].slice(roll(3)),
      weight: maybe(() => '-1.25'),
      released: maybe(() => '2026-02-28'),
      seen_at: maybe(() => '2026-11-21T05:06:07.890Z'),
      email: maybe(() => 'a@b.test'),
      site: maybe(() => 'https://a.test/?b=1&c=2'),
      phone: maybe(() => '+852 1234 5678'),
      extra: maybe(() => ({ b: [1, 'x'], a: null })),
      images: ['img/a.png', 'img/b.png'].slice(roll(3)).map((path) => ({ path, order: roll(5) })),
      stocks: Array.from({ length: roll(4) }, (_, s) => ({
        sku: `${word()} ${i}-${s}`,
        barcode: maybe(() => '4901234567894'),
        price: `${roll(1_000)}.5`,
        special_price: maybe(() => '0.99'),
        values: roll(2) ? [{ key: 'Size', value: word().replaceAll('\r\n', ' ') }] : [],
        visibled: roll(2) === 1,
        order: roll(4),
        inventories: Array.from({ length: roll(3) }, (__, n) => ({
          quantity: roll(50),
          place_id: roll(6) + 1,
          expiry_date: maybe(() => '2027-01-01'),
          lot: `L${n}`,
        })),
      })),
    })
  }
}

test.each([
  ['csv', 1],
  ['xlsx', 2],
  ['ndjson', 3],
  ['json', 4],
  ['xlsx', 5],
  ['csv', 6],
] as const)('an export in %s re-imported changes nothing (%i)', async (format, seed) => {
  await randomProducts(seed)
  const before = await shop.all()
  const bytes = await shop.out(format)
  const name = `a.${format}`
  const answer = await importRecords(shop.ctx, 't_product', { name, bytes }, {})
  expect(answer.errors).toEqual([])
  expect(answer.data.filter((r) => r.action === 'change').map((r) => r.changes)).toEqual([])
  expect(await shop.all()).toEqual(before)
  // Importing the same file into an empty shop creates the same rows.
  await shop.it.kernel.db.pool.query('truncate t_product, t_product_group, t_picture, t_stock, t_inventory restart identity cascade')
  expect((await importRecords(shop.ctx, 't_product', { name, bytes }, {})).errors).toEqual([])
  expect((await importRecords(shop.ctx, 't_product', { name, bytes }, {})).summary).toMatchObject({
    create: 0,
    change: 0,
    error: 0,
  })
})

test('a text starting with a full-width formula character is escaped too, and round-trips', async () => {
  await shop.put('t_product_sku,name\nW,"＝1+1"\nX,"＠SUM(1)"\n')
  const sheet = (await shop.out('csv')).toString()
  expect(sheet).toContain("W,'＝1+1")
  expect(sheet).toContain("X,'＠SUM(1)")
  await shop.put(sheet)
  expect((await shop.out('ndjson', { query: { sku: 'W' } })).toString()).toContain('"＝1+1"')
})

test('an export contains the requested rows and no formula', async () => {
  await shop.put('t_product_sku,name\nA,"\'=1+1"\nB,Tea\nC,Milk\n')
  expect(
    (await shop.out('csv', { ids: [1, 3] }))
      .toString()
      .split('\r\n')
      .slice(1, 3)
      .map((l) => l.split(',').slice(0, 2)),
  ).toEqual([
    ['A', "'=1+1"],
    ['C', 'Milk'],
  ])
  expect((await shop.out('ndjson', { query: { sku: 'B' } })).toString().trim().split('\n')).toHaveLength(1)
})

test('an export larger than a batch contains all rows in order', async () => {
  await shop.it.kernel.db.run(sql`insert into t_product (sku, name, url, type, visibled, "order", remark, tags)
    select 'P' || n, jsonb_build_object('en-US', 'Tea ' || n), 'u' || n, 'single', true, 0, '', '{}' from generate_series(1, 1203) n`)
  const lines = (await shop.out('ndjson'))
    .toString()
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l).t_product_sku)
  expect(lines).toEqual(Array.from({ length: 1_203 }, (_, i) => `P${i + 1}`))
})
