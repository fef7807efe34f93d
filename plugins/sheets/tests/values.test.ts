import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { ListQuery } from 'stoa/engine'
import { getRecordedQuery } from '../export/export-filters.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { openShop, type Shop } from './harness.ts'

/** Conversion of cells: date-times, dates, choices and numbers, in the language and time zone of the shop. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.empty())
afterAll(() => shop.it.close())

const toPlaces = ({ errors }: { errors: readonly { row: number; column: string }[] }) => errors.map(({ row, column }) => [row, column])
const value = async (column: string, cell: string) => {
  await shop.empty()
  const { errors } = await shop.put(`t_product_sku,name,${column}\nA,Tea,"${cell.replaceAll('"', '""')}"\n`)
  return errors.length > 0 ? 'refused' : (await shop.firstProduct())[column]
}

describe('parsing of a cell', () => {
  test.each([
    ['seen_at', '2026-11-27', '2026-11-27T00:00:00.000Z'],
    ['seen_at', '2026-11-27 14:30', '2026-11-27T14:30:00.000Z'],
    ['seen_at', '2026-11-27T14:30:59', '2026-11-27T14:30:59.000Z'],
    ['seen_at', '2026-11-27T14:30:00+08:00', '2026-11-27T06:30:00.000Z'],
    ['seen_at', '2026-02-30', 'refused'],
    ['seen_at', 'yesterday', 'refused'],
    ['released', ' 2026-11-27 ', '2026-11-27'],
    ['released', '27/11/2026', '2026-11-27'],
    ['released', '02/01/2026', 'refused'],
    ['released', '2026-02-29', 'refused'],
    ['released', '2028-02-29', '2028-02-29'],
    ['type', 'PACKAGE', 'package'],
    ['type', 'box', 'refused'],
    ['visibled', 'no', false],
    ['visibled', '0', false],
    ['visibled', 'TRUE', true],
    ['visibled', 'perhaps', 'refused'],
    ['order', '7', 7],
    ['order', '7.5', 'refused'],
    ['weight', '1.50', '1.50'],
    ['weight', 'heavy', 'refused'],
    ['email', 'a@b.test', 'a@b.test'],
    ['email', 'nobody', 'refused'],
    ['site', 'javascript:alert(1)', 'refused'],
    ['sold', '9', 0],
  ])('%s: %j is read as %j', async (column, cell, read) => {
    expect(await value(column, cell)).toEqual(read)
  })

  test('[clear] empties an optional field, and resets one with a default', async () => {
    await shop.put('t_product_sku,name,type,order,remark,weight,released,seen_at\nA,Tea,package,7,nice,2,2026-01-01,2026-01-01\n')
    const answer = await shop.put('t_product_sku,remark,weight,released,seen_at\nA,[clear],[clear],[clear],[clear]\n')
    expect(answer.errors).toEqual([])
    expect(await shop.firstProduct()).toMatchObject({ remark: '', weight: null, released: null, seen_at: null, type: 'package', order: 7 })
  })
})

describe('values read by a mapping', () => {
  const put = (csv: string, mapping: Omit<Mapping, 'columns'> & Partial<Pick<Mapping, 'columns'>>) =>
    shop.put(csv, { mapping: { columns: { sku: 't_product_sku', name: 'name' }, ...mapping } })

  test.each([
    ['Asia/Hong_Kong', '2026-03-28T16:00:00.000Z', '2026-03-29T16:00:00.000Z'],
    // The day on which daylight saving time starts has 23 hours.
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-29T07:00:00.000Z', '2026-03-30T07:00:00.000Z'],
  ])('a date is converted to the start or end of the day in the shop time zone (%s)', async (time_zone, begin, end) => {
    await shop.it.kernel.settings.write(shop.it.kernel, shop.ctx, 'basic', { time_zone }, 'en-US')
    for (const [part, moment] of [
      ['begin', begin],
      ['end', end],
    ] as const) {
      await shop.empty()
      const answer = await put('sku,name,day\nA,Tea,2026-03-29\n', {
        columns: { sku: 't_product_sku', name: 'name', day: 'seen_at' },
        days: { day: part },
      })
      expect(answer.errors).toEqual([])
      expect((await shop.firstProduct()).seen_at).toBe(moment)
    }
    expect(
      toPlaces(
        await put('sku,name,day\nB,Tea,2026-13-01\n', {
          columns: { sku: 't_product_sku', name: 'name', day: 'seen_at' },
          days: { day: 'end' },
        }),
      ),
    ).toEqual([[2, 'day']])
    await shop.it.kernel.settings.write(shop.it.kernel, shop.ctx, 'basic', { time_zone: 'Asia/Hong_Kong' }, 'en-US')
  })

  test('of several cells for one field the first non-blank one counts, and lists are combined', async () => {
    const columns: Mapping['columns'] = { sku: 't_product_sku', short: 'name', long: 'name', t1: 'tags', t2: 'tags' }
    expect((await put('sku,short,long,t1,t2\nA,,Long tea,x,y | z\nB,Cup,Long cup,,q\n', { columns })).errors).toEqual([])
    const rows = await shop.all()
    expect(rows.map(({ name, tags }) => [(name as unknown as Record<string, string>)['en-US'], tags])).toEqual([
      ['Long tea', ['x', 'y', 'z']],
      ['Cup', ['q']],
    ])
  })

  test('a language column sets the language of a line, by our codes or mapped ones, and affects no other values', async () => {
    const columns: Mapping['columns'] = { sku: 't_product_sku', lang: null, name: 'name', order: 'order' }
    const language = { column: 'lang', values: { zh: 'zh-HK' } }
    const answer = await put('sku,lang,name,order\nA,,Tea,1\nA,ZH,茶,\nA,zh-CN,茶叶,\n', { columns, language, group: 'sku' })
    expect(answer.errors).toEqual([])
    expect(await shop.firstProduct()).toMatchObject({ name: { 'en-US': 'Tea', 'zh-HK': '茶', 'zh-CN': '茶叶' }, order: 1 })
    // A text in an unsupported language is ignored, so a new record has no name.
    const french = await put('sku,lang,name,order\nB,fr,Thé,1\nA,fr,Thé,2\n', { columns, language, group: 'sku' })
    expect(toPlaces(french)).toEqual([
      [2, 'name'],
      [2, 'url'],
    ])
    expect(french.warnings?.map(({ row, column }) => [row, column])).toEqual([
      [2, 'name'],
      [3, 'name'],
    ])
    expect(await shop.firstProduct()).toMatchObject({ name: { 'en-US': 'Tea' }, order: 2 })
  })

  test('a constant is overridden by a cell, and skipped lines are counted', async () => {
    const answer = await put('sku,name,kind,state\nA,Tea,package,on\nB,Cup,,on\nC,Pot,,OFF\n', {
      columns: { sku: 't_product_sku', name: 'name', kind: 'type' },
      constants: { type: 'single', remark: 'moved' },
      skip: [{ state: ['off'] }],
    })
    expect([answer.summary.create, answer.lines]).toEqual([2, { read: 3, left_out: 1 }])
    expect((await shop.all()).map(({ sku, type, remark }) => [sku, type, remark])).toEqual([
      ['A', 'package', 'moved'],
      ['B', 'single', 'moved'],
    ])
  })

  test('a blank cell inherits the value above, for child rows only within their record', async () => {
    const columns: Mapping['columns'] = {
      sku: 't_product_sku',
      name: 'name',
      remark: 'remark',
      code: 't_stock_sku',
      price: 'price',
      key: 'option1_key',
      val: 'option1_value',
    }
    const csv = 'sku,name,remark,code,price,key,val\nA,Tea,first,A1,5,Size,S\nA,,,A2,6,,M\nB,Cup,,B1,7,,L\n'
    const answer = await put(csv, { columns, group: 'sku', inherit: ['remark', 'key'] })
    // The option name belongs to the first record only, so it is missing in the second.
    expect(toPlaces(answer)).toEqual([[4, 'val']].map(([row]) => [row, expect.any(String)]))
    const [tea] = await shop.all()
    expect(tea?.stocks.map(({ sku, values }) => [sku, values])).toEqual([
      ['A1', [{ key: 'Size', value: 'S' }]],
      ['A2', [{ key: 'Size', value: 'M' }]],
    ])
  })

  test('an extra cell in a line is rejected, because all cells may be shifted', async () => {
    expect(toPlaces(await put('sku,name\nA,Tea,Green\nB,Cup\n', {}))).toEqual([[2, 'C']])
    expect((await shop.all()).map(({ sku }) => sku)).toEqual(['B'])
  })

  test('a NUL character rejects its record only', async () => {
    expect(toPlaces(await put('sku,name\nA,Te\0a\nB,Cup\n', {}))).toEqual([[2, 'name']])
    expect((await shop.all()).map(({ sku }) => sku)).toEqual(['B'])
  })
})

describe('text entered in the shop', () => {
  test('is escaped in exports where a spreadsheet would run it, and round-trips', async () => {
    const evil = ['=HYPERLINK("http://evil.test","x")', '+1+1', '-2', '@SUM(A1)', "'=1", '\t=1', 'plain', 'a,"b"', '[clear]']
    for (const [i, remark] of evil.entries())
      await shop.it.kernel.resources.create(shop.ctx, 't_product', { sku: `S${i}`, name: `=N${i}`, url: `s-${i}`, remark })
    const csv = (await shop.out('csv', { columns: ['t_product_sku', 'name', 'remark'] })).toString()
    for (const cell of csv
      .split(/\r?\n/)
      .slice(1)
      .flatMap((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)))
      expect(cell.replace(/^"/, ''), cell).not.toMatch(/^[=+\-@\t]/)
    const before = await shop.all()
    expect((await shop.put(csv)).summary).toMatchObject({ change: 0, unchanged: evil.length, error: 0 })
    expect(await shop.all()).toEqual(before)
  })
})

test('the audit log of an export keeps its filters without the search terms', () => {
  const r = shop.it.kernel.registry.resource('t_product')
  const getRecorded = (query: object) => getRecordedQuery(r, query as ListQuery, 3)
  expect(
    getRecorded({
      q: 'May Chan',
      sort: '-id',
      visibled: '1',
      type: 'single',
      order__gt: '5',
      order__like: '7',
      sku__like: 'A',
      sku: 'SECRET',
      released__empty: '1',
      language: 'zh-HK',
      brand_id: '',
    }),
  ).toEqual({
    q: '…',
    sort: '-id',
    visibled: '1',
    type: 'single',
    order__gt: '5',
    order__like: '…',
    sku__like: '…',
    sku: '…',
    released__empty: '1',
    language: 'zh-HK',
    rows: 3,
  })
})

test('a row that matches two records is rejected, and neither is written', async () => {
  await shop.put('t_product_sku,name\nA,Tea\n')
  await shop.it.kernel.db.run(sql`alter table t_product drop constraint t_product_sku_unique`)
  await shop.it.kernel.db.run(
    sql`insert into t_product (sku, name, url, type, visibled, "order", remark, tags) values ('A', '{"en-US": "Twin"}', 'twin', 'single', true, 0, '', '{}')`,
  )
  expect((await shop.put('t_product_sku,name\nA,Other\n')).summary).toMatchObject({ change: 0, error: 1 })
  await shop.it.kernel.db.run(sql`delete from t_product where url = 'twin'`)
  await shop.it.kernel.db.run(sql`alter table t_product add constraint t_product_sku_unique unique (sku)`)
})
