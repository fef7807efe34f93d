import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tries } from '../../../tests/support/property.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { OnTop } from '../mapping/add-columns.ts'
import { Places } from '../mapping/places.ts'
import { unfold } from '../mapping/expand-cells.ts'
import { changed, getChanges, getTest } from '../mapping/connect-columns.ts'
import { picturesIn } from '../source/addresses.ts'
import { headerKey, joinList, joinPath, toColumnLetters, listPart, plain, splitList, splitPath } from '../source/cell.ts'
import { flat } from '../source/flatten.ts'
import type { Line } from '../source/line.ts'

const line = (...cells: string[]): Line => ({ line: 2, cells })

describe('lists and paths in a cell', () => {
  const sign = fc.constantFrom('a', '茶', ' ', '\\', '|', '>', "'", '[')
  const word = fc
    .array(sign, { minLength: 1, maxLength: 6 })
    .map((signs) => signs.join('').trim())
    .filter(Boolean)
  test('round-trip with any characters', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (parts) => {
        expect(splitList(joinList(parts.map(listPart))).map(plain)).toEqual(parts)
        const paths = [parts, parts.toReversed()].filter((path) => path.length > 0)
        expect(splitList(joinList(paths.map(joinPath))).map(splitPath)).toEqual(paths)
      }),
      tries(300),
    )
  })
  test('skip blank parts', () => {
    expect(splitList(' a | | b|')).toEqual(['a', 'b'])
    expect(splitPath(' Kitchen >> Coffee > ')).toEqual(['Kitchen', 'Coffee'])
    expect(splitList('')).toEqual([])
  })
  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('column %i has the letters %s', (at, name) => {
    expect(toColumnLetters(at)).toBe(name)
  })
  test.each([
    ['  Price * ', 'price'],
    ['PRICE\u00a0\n(HKD)', 'price (hkd)'],
    ['Ｐｒｉｃｅ', 'price'],
    ['a*b', 'a*b'],
  ])('the header %j is normalized to %j', (written, key) => {
    expect(headerKey(written)).toBe(key)
  })
})

describe('images of a cell', () => {
  test.each([
    ['a.jpg', ['a.jpg']],
    ['https://x.test/a.jpg, https://x.test/b.png', ['https://x.test/a.jpg', 'https://x.test/b.png']],
    ['https://x.test/a.jpg;https://x.test/b.png', ['https://x.test/a.jpg', 'https://x.test/b.png']],
    ['https://x.test/a,b.jpg|c.png', ['https://x.test/a,b.jpg', 'c.png']],
    ['one.jpg, two words.png; three.webp', ['one.jpg', 'two words.png', 'three.webp']],
    ['https://x.test/a.jpg?v=1; https://x.test/b', ['https://x.test/a.jpg?v=1', 'https://x.test/b']],
    ['https://x.test/a\nhttps://x.test/b', ['https://x.test/a', 'https://x.test/b']],
    ['', []],
  ])('%j is split into %j', (cell, pictures) => {
    expect(picturesIn(cell)).toEqual(pictures)
  })
})

describe('an object flattened to lines', () => {
  test('uses dotted names; the first list item is on the same line, the others below', () => {
    expect(flat({ sku: 'A', seo: { title: 'x' }, stocks: [{ price: 1, lots: [{ n: 1 }, { n: 2 }] }, { price: 2 }] })).toEqual([
      expect.objectContaining({ sku: 'A', 'seo.title': 'x', 'stocks.price': 1, 'stocks.lots.n': 1 }),
      { 'stocks.lots.n': 2 },
      expect.objectContaining({ 'stocks.price': 2 }),
    ])
  })
  test('aligns parallel lists side by side, keeps a list of texts, and adds nothing for an empty list', () => {
    expect(flat({ a: [{ x: 1 }, { x: 2 }], b: [{ y: 3 }], tags: ['p', 'q'], none: [] })).toEqual([
      { a: [{ x: 1 }, { x: 2 }], b: [{ y: 3 }], tags: ['p', 'q'], none: [], 'a.x': 1, 'b.y': 3 },
      { 'a.x': 2 },
    ])
  })
  test('is limited in depth', () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } }
    const names = Object.keys(flat(deep)[0] ?? {})
    expect(names.at(-1)).toBe('a.a.a.a.a.a')
    expect(names).not.toContain('a.a.a.a.a.a.a')
  })
})

describe('column positions', () => {
  test('are found case-insensitively; a requested duplicate column is reported with both letters', () => {
    const places = new Places(['SKU', 'Price', ' price *', '', ''])
    expect([places.indexOf('sku'), places.indexOf('PRICE'), places.indexOf('nothing')]).toEqual([0, 1, undefined])
    expect(places.problems).toEqual({ PRICE: { key: 'sheets:error.twice', params: { column: 'PRICE', first: 'B', second: 'C' } } })
  })
  test('ignore unrequested duplicates and columns without a name', () => {
    const places = new Places(['sku', 'note', 'note', '', ''])
    places.indexOf('sku')
    places.indexOf('')
    expect(places.problems).toEqual({})
  })
})

describe('cell transformations of a mapping', () => {
  const change = (mapping: Omit<Mapping, 'columns'>, cell: string) => changed(cell, getChanges({ columns: {}, ...mapping })('c'))
  test('replace substrings in order, then whole cells ignoring case', () => {
    expect(
      change(
        {
          replace: {
            c: [
              ['->', '>'],
              ['>', '|'],
            ],
          },
        },
        'a->b',
      ),
    ).toBe('a|b')
    expect(change({ values: { c: { Active: '1' } } }, ' ACTIVE ')).toBe('1')
    expect(change({ values: { c: { Active: '1' } } }, 'inactive')).toBe('inactive')
    expect(change({ values: { other: { a: 'b' } } }, 'a')).toBe('a')
    // A column name can equal an inherited object property.
    expect(changed('x', getChanges({ columns: {} })('constructor'))).toBe('x')
  })
  test.each([
    [453.592, '0.5', '226.796'],
    [0.1, '3', '0.3'],
    [1000, '1.005', '1005'],
    [1000, 'heavy', 'heavy'],
    [1000, ' ', ' '],
  ])('multiply by %d: %j becomes %j', (times, cell, product) => {
    expect(change({ times: { c: times } }, cell)).toBe(product)
  })
  test('prefix image names with the base URL, except full URLs', () => {
    expect(change({ base: { c: 'https://x.test/p/' } }, 'a.jpg, https://y.test/b.png')).toBe(
      'https://x.test/p/a.jpg | https://y.test/b.png',
    )
  })
  test('conditions hold when all columns match; a missing column counts as blank', () => {
    const places = new Places(['type', 'parent'])
    const holds = (condition: Record<string, string[]>, ...cells: string[]) => getTest(condition, places)(line(...cells))
    expect(holds({ type: ['Simple', 'Variable'] }, ' simple ')).toBe(true)
    expect(holds({ type: ['simple'], parent: [''] }, 'simple', 'x')).toBe(false)
    expect(holds({ type: ['simple'], parent: [''] }, 'simple')).toBe(true)
    expect(holds({ gone: [''] }, 'simple')).toBe(true)
    expect(holds({ gone: ['x'] }, 'simple')).toBe(false)
  })
})

describe('price surcharges', () => {
  const onTop = () => new OnTop({ columns: {}, plus: { surcharge: 'price' } }, new Places(['price', 'surcharge']))
  test('add to the last base value of the record, separately per record', () => {
    const numbers = onTop()
    numbers.meet(line('10', ''), 'A')
    numbers.meet(line('', '2.5'), 'A')
    expect(numbers.add(1, 'A', '2.5')).toBe('12.5')
    expect(numbers.add(1, 'A', '0.1')).toBe('10.1')
    numbers.meet(line('0.2', ''), 'B')
    expect(numbers.add(1, 'B', '0.1')).toBe('0.3')
    expect(numbers.add(1, 'A', '-4')).toBe('6')
  })
  test('produce a rejected text if the value is not a number; other columns and blanks stay', () => {
    const numbers = onTop()
    expect(numbers.add(1, 'A', '2')).toBe('? + 2')
    numbers.meet(line('ten', ''), 'A')
    expect(numbers.add(1, 'A', '2')).toBe('ten + 2')
    expect(numbers.add(1, 'A', ' ')).toBe(' ')
    expect(numbers.add(0, 'A', '7')).toBe('7')
  })
})

describe('structured cells', () => {
  const header = ['sku', 'note', 'options']
  test('items become lines with the key columns, pairs become columns', () => {
    const mapping: Mapping = {
      columns: { 'options.color': 'a', 'options.value1': 'b', 'options.key2': 'c' },
      parse: { options: { items: '|', pairs: ',' } },
    }
    const { header: all, lines } = unfold(mapping, header, ['SKU'])
    expect(all).toEqual([...header, 'options.color', 'options.value1', 'options.key2'])
    const cells = lines(line('A', 'n', 'color=red, size=L| color = blue |')).map((item) =>
      Array.from({ length: all.length }, (_, i) => item.cells[i] ?? ''),
    )
    expect(cells).toEqual([
      ['A', 'n', 'color=red, size=L| color = blue |', 'red', 'red', 'size'],
      ['A', '', '', 'blue', 'blue', ''],
    ])
  })
  test('with the apart option the first item has its own line too; without a cell only the line itself remains', () => {
    const mapping: Mapping = { columns: { 'options.value1': 'b' }, parse: { options: { items: ';', apart: true } } }
    const { lines } = unfold(mapping, header, ['sku'])
    expect(lines(line('A', 'n', 'x;y')).map((item) => [item.cells[0], item.cells[1] ?? '', item.cells[3] ?? ''])).toEqual([
      ['A', 'n', ''],
      ['A', '', 'x'],
      ['A', '', 'y'],
    ])
    expect(lines(line('A', 'n', ''))).toHaveLength(1)
    expect(unfold({ columns: {} }, header, []).lines(line('A'))).toEqual([line('A')])
  })
})
