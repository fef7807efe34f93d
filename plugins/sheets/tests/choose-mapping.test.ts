import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseColumns, type ColumnOptions, getFingerprint, mappingNamed } from '../cli/import/columns.ts'
import { printJson, printPlan, printResult, getTitle } from '../cli/import/report.ts'
import { whatStands } from '../cli/import/stop-import.ts'
import type { ImportAnswer } from '../api-types.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { type Layout, getLayout } from '../mapping/columns.ts'
import { chooseMapping, saveMapping, suggestMapping } from '../mapping/mappings.ts'
import { openShop, type Shop } from './harness.ts'

/** How a sheet is mapped: by its header, by a saved mapping, by options of the operator. */
let shop: Shop
let layout: Layout
beforeAll(async () => {
  shop = await openShop()
  const { registry } = shop.it.kernel
  layout = getLayout(registry, registry.resource('t_product'), 'en-US')
})
beforeEach(() => shop.empty())
afterAll(() => shop.it.close())

const choose = (header: string[], o: Partial<ColumnOptions> = {}) =>
  chooseColumns(shop.ctx, layout, header, { yes: true, ...o } as ColumnOptions)
const refusal = async (header: string[], o: Partial<ColumnOptions>): Promise<string> =>
  choose(header, o).then(
    () => 'taken',
    (error: Error) => error.message,
  )
const save = (name: string, mapping: Mapping, fingerprint: string[]) =>
  saveMapping(shop.it.kernel.db, 't_product', name, mapping, fingerprint)

describe('a mapping is recognised by the header', () => {
  const header = ['Code', 'Title', 'Cost', 'Extra']
  test('the mapping with more matching columns wins, and a sheet with our own headers needs none', async () => {
    await save('short', { columns: { Code: 't_product_sku' } }, ['code'])
    await save('long', { columns: { Code: 't_product_sku', Title: 'name' } }, ['CODE', 'Title*', 'cost'])
    await save('never', { columns: {} }, [])
    await save('other', { columns: {} }, ['Code', 'Weight'])
    expect((await chooseMapping(shop.ctx, layout, header)).name).toBe('long')
    expect((await chooseMapping(shop.ctx, layout, ['Code'])).name).toBe('short')
    const chosen = await chooseMapping(shop.ctx, layout, ['t_product_sku', 'name'])
    expect(chosen).toEqual({ mapping: { columns: { t_product_sku: 't_product_sku', name: 'name' } } })
    expect((await chooseMapping(shop.ctx, layout, ['nothing'])).mapping.columns).toEqual({ nothing: null })
  })

  test('a field is filled by the first matching column, and localized column names are recognised', () => {
    expect(suggestMapping(shop.it.kernel, layout, ['name', 'Name', 'name:zh-HK', '', 'stocks.price']).columns).toEqual({
      name: 'name',
      'name:zh-HK': 'name:zh-HK',
      'stocks.price': 'price',
    })
  })

  test('saving a mapping under an existing name replaces it', async () => {
    await save('mine', { columns: { A: 'name' } }, ['A'])
    await save('mine', { columns: { B: 'name' } }, ['B'])
    expect(await mappingNamed(shop.ctx, 't_product', 'mine')).toMatchObject({
      fingerprint: ['B'],
      mapping: { columns: { B: 'name' } },
      builtIn: false,
    })
    await expect(mappingNamed(shop.ctx, 't_product', 'mone')).rejects.toThrow('mapping for t_product called "mone"')
  })
})

describe('column options of the command', () => {
  const header = ['Code', 'Title', 'Cost', 'Kind']
  test('override the header: map to one field, to two or to none, by name or label, ignoring case', async () => {
    const { mapping, unread } = await choose(header, { column: ['code=T_PRODUCT_SKU', 'Title = name', 'Title=remark', 'cost='] })
    expect(mapping.columns).toEqual({ Code: ['t_product_sku'], Title: ['name', 'remark'], Cost: null, Kind: null })
    expect(unread).toEqual(['Cost', 'Kind'])
  })

  test('can be limited to lines where another column has, or does not have, given values', async () => {
    const { mapping, unread } = await choose(header, { column: ['Code=t_product_sku?Kind=parent | ', 'Code=t_stock_sku?Kind!=parent'] })
    expect(mapping.columns.Code).toEqual([
      { to: 't_product_sku', when: { Kind: ['parent', ''] } },
      { to: 't_stock_sku', unless: { Kind: ['parent'] } },
    ])
    // A column used in a condition counts as read.
    expect(unread).toEqual(['Title', 'Cost'])
  })

  test('set constants and grouping; a value may contain an equals sign', async () => {
    const { mapping } = await choose(header, {
      column: ['Code=t_product_sku'],
      constant: ['remark=a=b', 'Type=package'],
      group: ['CODE'],
      inherit: ['kind'],
    })
    expect(mapping).toMatchObject({ constants: { remark: 'a=b', type: 'package' }, group: ['Code'], gather: true, inherit: ['Kind'] })
  })

  test('with an unknown name are rejected with that name', async () => {
    expect(await refusal(header, { column: ['Titel=name'] })).toContain('no column in the sheet called "Titel"')
    expect(await refusal(header, { column: ['Title=nmae'] })).toContain('no field of t_product called "nmae"')
    expect(await refusal(header, { column: ['Title'] })).toContain('must read "Sheet column=field"')
    expect(await refusal(header, { constant: ['=x'] })).toContain('must read "field=text"')
    expect(await refusal(header, { constant: ['sold=9'] })).toContain('no field of t_product called "sold"')
    expect(await refusal(header, { group: ['Parent'] })).toContain('called "Parent"')
    expect(await refusal(header, { mapping: 'gone' })).toContain('called "gone"')
    expect(await refusal(header, { column: ['Code=t_product_sku?Knid=x'] })).toContain('called "Knid"')
  })

  test('the result states whether a mapping was named or recognised by the header', async () => {
    await save('mine', { columns: { Code: 'name' } }, ['Code', 'Kind'])
    expect(await choose(header)).toMatchObject({ name: 'mine', recognised: true, unread: ['Title', 'Cost', 'Kind'] })
    expect(await choose(header, { mapping: 'mine' })).toMatchObject({ name: 'mine', recognised: false })
    expect(await choose(['Title'], { saveMapping: 'next' })).toMatchObject({ recognised: false, saveAs: 'next' })
  })

  test('the fingerprint of a sheet contains the columns that are read', async () => {
    const { mapping } = await choose(header, { column: ['Code=t_product_sku', 'Title=name?Kind=x'] })
    expect(getFingerprint(mapping, header)).toEqual(['Code', 'Title', 'Kind'])
    const all: Mapping = {
      columns: { Code: 'name' },
      group: ['Cost'],
      parse: { Title: { items: '|' } },
      language: { column: 'Lang' },
      external: { source: 'x', column: 'Id' },
      skip: [{ Kind: ['x'] }],
    }
    expect(getFingerprint(all, [...header, 'Lang', 'Id', 'Other', ''])).toEqual(['Code', 'Title', 'Cost', 'Kind', 'Lang', 'Id'])
  })
})

describe('the summary of an import', () => {
  const answer = (create: number, change: number, unchanged: number, error: number) =>
    ({ summary: { create, change, unchanged, error } }) as ImportAnswer
  test.each([
    [answer(1, 0, 0, 0), 'Import Success'],
    [answer(0, 0, 0, 0), 'Import Success'],
    [answer(1, 0, 0, 1), 'Import Some Rows Fail'],
    [answer(0, 0, 1, 1), 'Import Some Rows Fail'],
    [answer(0, 0, 0, 2), 'Import Fail'],
  ])('%j has the title "%s"', (answer, title) => {
    expect(getTitle(answer)).toBe(title)
  })

  const captureOutput = (print: () => void): string[] => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      print()
      return out.mock.calls.map(([text]) => String(text).trimEnd())
    } finally {
      out.mockRestore()
    }
  }
  const whole = (errors: number, changes: number): ImportAnswer =>
    ({
      ...answer(1, changes, 2, errors),
      lines: { read: 9, left_out: 0 },
      errors: Array.from({ length: errors }, (_, i) => ({ row: i + 2, column: 'Cost', value: 'x'.repeat(i === 0 ? 70 : 1), error: 'bad' })),
      data: Array.from({ length: changes }, (_, i) => ({
        row: i + 2,
        key: `K${i}`,
        action: 'change',
        changes: [{ label: 'Name', old: null, new: { en: 'A' } }],
      })),
    }) as unknown as ImportAnswer

  test('shows the first ten problems and the number of further ones', () => {
    const lines = captureOutput(() => printResult(whole(12, 0), undefined))
    expect(lines.slice(0, 3)).toEqual([
      'Import Some Rows Fail',
      '1 created, 0 changed, 2 unchanged, 12 failed',
      `  row 2  Cost  "${'x'.repeat(59)}…"  bad`,
    ])
    expect([lines.length, lines.at(-1)]).toEqual([13, '  … 2 more (--errors-out errors.xlsx)'])
    const printed = captureOutput(() => printResult({ ...whole(12, 0), lines: { read: 9, left_out: 3 } }, 'bad.xlsx'))
    expect(printed.slice(1, 3)).toEqual([
      '1 created, 0 changed, 2 unchanged, 12 failed → bad.xlsx',
      '3 of 9 lines were skipped by the mapping',
    ])
    expect(printed.at(-1)).toBe('  … 2 more')
  })

  test('a dry run lists old and new values', () => {
    const lines = captureOutput(() => printPlan(whole(0, 11)))
    expect(lines.slice(0, 3)).toEqual([
      'Check: 1 create, 11 change, 2 unchanged, 0 errors',
      '  row 2  K0',
      '    Name: (blank) → {"en":"A"}',
    ])
    expect([lines.length, lines.at(-1)]).toEqual([22, '  … 1 more changed (--json shows all)'])
    expect(captureOutput(() => printPlan(whole(0, 10)))).toHaveLength(21)
  })

  test('JSON output has the number of imported and failed records', () => {
    const [text] = captureOutput(() => printJson({ resource: 't_product', file: 'a.csv', mapping: null }, whole(2, 1)))
    expect(JSON.parse(text ?? '')).toMatchObject({ title: 'Import Some Rows Fail', file: 'a.csv', total: 6, success: 4, fail: 2 })
  })

  test('cancellation saves nothing in a single transaction, and keeps finished chunks otherwise', () => {
    const starts = [2, 3, 5, 4].map((line) => ({ line, failed: line === 3 }))
    const nothing = 'Canceled: nothing was imported.'
    expect([whatStands(starts, undefined)[0], whatStands([], 10)[0]]).toEqual([nothing, nothing])
    expect(whatStands(starts, 10)[0]).toBe(
      'Canceled: 3 records were saved, 1 failed, the last one from line 5 on. Later lines were not imported.',
    )
    expect(whatStands(starts.slice(0, 1), 10)[0]).toContain('1 record was saved, the last one from line 2 on')
    expect(whatStands(starts, 1)[0]).toContain('from line 4 on')
  })
})
