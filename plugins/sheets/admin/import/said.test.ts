import { describe, expect, test } from 'vitest'
import { getField, getParts, getReading, restoreMappingState, createMappingState } from './column-names.ts'
import type { MappingState, SavedMapping, SheetColumns } from './sheet.ts'

const sheet: SheetColumns = {
  columns: [
    { column: 'sku', by_name: 'sku', sample: [] },
    { column: 'Title', by_name: null, sample: [] },
    { column: 'Cost', by_name: 'price', sample: [] },
  ],
  fields: [],
  file_name: 'a.csv',
}
const saved: SavedMapping = {
  name: 'theirs',
  title: 'Theirs',
  built_in: true,
  mapping: {
    columns: { sku: 'sku', Title: ['name', { to: 'url', when: { Title: ['x'] } }], Elsewhere: 'remark' },
    constants: { type: 'general' },
    group: 'sku',
    inherit: ['sku'],
    firstLine: 'head',
    plus: { Cost: 'Title' },
  },
}
const plain: MappingState = {
  columns: { sku: ['sku'], Cost: ['price'] },
  constants: {},
  group: [],
  inherit: [],
  firstLine: 'both',
  plus: {},
  base: {},
}

describe('the reading of a sheet', () => {
  test('maps columns to fields by header, or by a saved mapping for the columns that exist', () => {
    expect(createMappingState(sheet)).toEqual(plain)
    expect(createMappingState(sheet, saved)).toEqual({
      columns: { sku: ['sku'], Title: ['name', { to: 'url', when: { Title: ['x'] } }] },
      constants: { type: 'general' },
      group: ['sku'],
      inherit: ['sku'],
      firstLine: 'head',
      plus: { Cost: 'Title' },
      base: {},
    })
    expect([getField('name'), getField({ to: 'url', unless: {} })]).toEqual(['name', 'url'])
  })

  test('treats a column matched by a wildcard as mapped, and can exclude it', () => {
    const stocked: SavedMapping = {
      name: 'theirs',
      title: 'Theirs',
      built_in: true,
      mapping: { columns: { sku: 'sku', 'Ti*': 'quantity' } },
    }
    const columns = sheet.columns.map((column) => (column.column === 'Title' ? { ...column, targets: ['quantity'] } : column))
    const recognised: SheetColumns = { ...sheet, columns, mapping: 'theirs' }
    const start = createMappingState(recognised, stocked)
    expect(start.columns).toEqual({ sku: ['sku'], Title: ['quantity'] })
    const without = { ...start, columns: { sku: ['sku'] } }
    expect(getReading(recognised, 'theirs', start, without)).toEqual({ mapping: 'theirs', columns: { Title: null } })
  })

  test('is sent in full without a mapping', () => {
    expect(getReading(sheet, '', plain, plain)).toEqual({ mapping: '', ...plain })
  })

  test('is sent as the difference to a mapping: an excluded column as null, a removed constant as blank', () => {
    const start = createMappingState(sheet, saved)
    expect(getReading(sheet, 'theirs', start, start)).toEqual({ mapping: 'theirs' })
    const now: MappingState = {
      ...start,
      columns: { sku: ['sku'], Cost: ['price'] },
      constants: { brand: 'North' },
      group: [],
      base: { Cost: 'https://x.test/' },
    }
    expect(getReading(sheet, 'theirs', start, now)).toEqual({
      mapping: 'theirs',
      columns: { Title: null, Cost: ['price'] },
      constants: { type: '', brand: 'North' },
      group: [],
      base: { Cost: 'https://x.test/' },
    })
  })

  test('is restored from the difference to the same mapping', () => {
    const start = createMappingState(sheet, saved)
    const now: MappingState = { ...start, columns: { sku: ['sku'] }, constants: {}, firstLine: 'both', plus: {} }
    const { mapping, ...changes } = getReading(sheet, 'theirs', start, now)
    expect(mapping).toBe('theirs')
    expect(restoreMappingState(start, changes, true)).toEqual(now)
  })

  test('saved without a mapping is restored as is', () => {
    const { mapping: _, ...changes } = getReading(sheet, '', plain, { ...plain, columns: { Title: ['name'] }, group: ['Title'] })
    expect(restoreMappingState(plain, changes, false)).toEqual({ ...plain, columns: { Title: ['name'] }, group: ['Title'] })
    // A part that was not saved is empty, and is not taken from the mapping.
    expect(restoreMappingState(createMappingState(sheet, saved), { columns: { sku: ['sku'] } }, false)).toEqual({
      ...plain,
      columns: { sku: ['sku'] },
    })
  })
  test('lists the fields that parts of a cell map to, by column', () => {
    const guests: SavedMapping = {
      ...saved,
      mapping: {
        columns: { 'Title.value1': 'first_name', 'Title.value2': ['email', 'key'], 'Cost.value1': 'price', 'gone.value1': 'remark' },
      },
    }
    expect(getParts(sheet, guests)).toEqual({ Title: ['first_name', 'email', 'key'], Cost: ['price'] })
    expect(getParts(sheet)).toEqual({})
  })
})
