import { describe, expect, test } from 'vitest'
import { refusedLines, getStart } from '../import/rejected-records.ts'
import { amended, asAmendment } from '../mapping/amend.ts'
import { asMapping, type Mapping, getTargets } from '../mapping/mapping.ts'
import { getFormat } from '../source/read.ts'

describe('a mapping', () => {
  test('is amended: the last value of a column wins, a blank constant is removed, a new grouping gathers lines anywhere', () => {
    const mapping: Mapping = {
      columns: { SKU: 'sku', Title: 'name' },
      constants: { type: 'general', brand: 'X' },
      group: 'SKU',
      inherit: ['SKU'],
      gather: true,
    }
    expect(amended(mapping, { columns: { sku: null }, constants: { brand: ' ', place: 'main' }, group: ['Title'] })).toEqual({
      columns: { Title: 'name', sku: null },
      constants: { type: 'general', place: 'main' },
      group: ['Title'],
      gather: true,
      inherit: ['SKU'],
    })
    expect(amended(mapping, { group: [] })).not.toHaveProperty('gather')
    expect(amended(mapping, { group: [] })).not.toHaveProperty('group')
    expect(amended(mapping, {})).toEqual(mapping)
    expect(amended({ columns: {}, constants: { a: 'x' } }, { constants: { a: '' } })).toEqual({ columns: {} })
  })
  test('with an invalid part is rejected by that part', () => {
    expect(asAmendment({ columns: null, group: undefined })).toBeUndefined()
    expect(asAmendment({ columns: { a: 'b' }, group: null })).toEqual({ columns: { a: 'b' } })
    expect(asAmendment({ group: 'sku' })).toEqual({ group: 'sku' })
    for (const [part, value] of [
      ['group', 7],
      ['firstLine', 'tail'],
      ['base', { a: 'ftp://x' }],
      ['columns', { a: { when: {} } }],
    ] as const)
      expect(() => asAmendment({ [part]: value }), part).toThrow(part)
    for (const wrong of [
      {},
      { columns: { a: 1 } },
      { columns: {}, times: { a: 0 } },
      { columns: {}, days: { a: 'noon' } },
      { columns: {}, other: 1 },
    ])
      expect(() => asMapping(wrong), JSON.stringify(wrong)).toThrow('mapping')
    expect([getTargets('a'), getTargets({ to: 'a' }), getTargets(['a', { to: 'b' }])]).toEqual([['a'], [{ to: 'a' }], ['a', { to: 'b' }]])
  })
})

describe('the format of a file', () => {
  test.each([
    ['a.CSV', 'csv'],
    ['a.txt', 'csv'],
    ['a.tsv', 'csv'],
    ['a.JSON', 'json'],
    ['a.jsonl', 'ndjson'],
    ['a.ndjson', 'ndjson'],
    ['a.xlsx', 'xlsx'],
  ])('%s is %s', (name, format) => {
    expect(getFormat({ name, bytes: Buffer.from('x') })).toBe(format)
  })
  test('its magic bytes take precedence over its name, and a given format over both', () => {
    expect(getFormat({ name: 'a.csv', bytes: Buffer.from('PK\x03\x04rest', 'latin1') })).toBe('xlsx')
    expect(getFormat({ name: 'a.csv', format: 'json', bytes: Buffer.from('PK\x03\x04rest', 'latin1') })).toBe('json')
    for (const name of ['a.xls', 'a', 'a.csv.exe']) expect(() => getFormat({ name, bytes: Buffer.from('x') }), name).toThrow('file')
  })
})

test('failed records are returned with all their lines and the reasons per line, without others', async () => {
  async function* lines() {
    for (const [i, sku] of ['A', '', 'B', 'C', ''].entries()) yield { line: i + 2, cells: [sku, `n${i}`] }
  }
  const starts = [
    { row: 2, action: 'create' },
    { row: 4, action: 'error' },
    { row: 5, action: 'error', lines: [5, 6] },
  ] as const
  const errors = [
    { row: 4, column: 'sku', value: 'B', error: 'Wrong.' },
    { row: 4, column: '', value: '', error: 'Late.' },
    { row: 6, column: 'name', value: '', error: 'Missing.' },
  ]
  const out: string[][] = []
  for await (const [cells] of refusedLines(
    { header: ['sku', 'name'], lines: lines() },
    starts.map((start) => getStart(start as never)),
    errors,
  ))
    out.push((cells ?? []).map(({ text }) => text))
  expect(out).toEqual([
    ['B', 'n2', 'sku: Wrong.; Late.'],
    ['C', 'n3', ''],
    ['', 'n4', 'name: Missing.'],
  ])
})
