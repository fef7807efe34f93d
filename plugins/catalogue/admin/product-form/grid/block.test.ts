import { expect, test } from 'vitest'
import type { FieldInfo } from 'stoa/api-types'
import type { Stock } from '../model.ts'
import { formatBlock, parseBlock, planPaste, setCells } from './block.ts'
import type { GridColumn } from './cell.ts'

const field = (name: string, widget: FieldInfo['widget']): FieldInfo => ({
  name,
  label: name,
  widget,
  required: false,
  localized: false,
  readOnly: false,
  group: 'main',
})
const amount = (text: string) => (/^(\d+(\.\d{1,2})?)?$/.test(text) ? undefined : 'no amount')
const whole = (text: string) => (/^\d*$/.test(text) ? undefined : 'no number')
const columns: GridColumn[] = [
  { name: 'size', label: 'Size', kind: 'option' },
  { name: 'sku', label: 'SKU', kind: 'field', field: field('sku', 'text') },
  { name: 'price', label: 'Price', kind: 'field', field: field('price', 'money'), fault: amount },
  { name: 'stock_notification', label: 'Threshold', kind: 'field', field: field('stock_notification', 'int'), fault: whole },
  { name: 'goods', label: 'Available', kind: 'goods', field: field('quantity', 'int'), fault: whole },
  { name: 'action', label: '', kind: 'action' },
]
const stock = (sku: string, more: Partial<Stock> = {}): Stock => ({
  sku,
  price: '',
  special_price: null,
  visibled: true,
  stock_notification: 0,
  inventories: [{ warehouse_id: 1, quantity: 0, expiry_date: null, lot_code: null, visibled: true }],
  ...more,
})

test('a block of a spreadsheet is read with quotes, tabs and line breaks in cells, and written back the same', () => {
  const text = 'a\t"two\nlines"\t"a ""quote"""\n1\t2\t'
  expect(parseBlock(`${text}\r\n`)).toEqual([
    ['a', 'two\nlines', 'a "quote"'],
    ['1', '2', ''],
  ])
  expect(formatBlock(parseBlock(text))).toBe(text)
})

test('currency signs and thousands separators are stripped from pasted amounts and numbers', () => {
  const plan = planPaste({ stocks: [stock('a')], columns, rows: [0], column: 2 }, [['HK$1,280.5', '1,000']])
  expect(plan).toMatchObject({ changed: 2, problems: [], stocks: [{ price: '1280.50', stock_notification: 1000 }] })
  const { problems } = planPaste({ stocks: [stock('a')], columns, rows: [0], column: 2 }, [['€ 12,50']])
  expect(problems.map(({ reason }) => reason)).toEqual(['no amount'])
})

test('a value that cannot be pasted is reported with its position and reason, and the rest is pasted', () => {
  const stocks = [stock('a'), stock('b', { id: 7 })]
  const plan = planPaste({ stocks, columns, rows: [0, 1], column: 2 }, [['cheap', '-1', '4', 'x'], ['20', '2', '5', ' '], ['30']])
  expect(plan.problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [1, 1, 'no amount'],
    [1, 2, 'no number'],
    [1, 4, 'beside'],
    [2, 3, 'fixed'],
    [3, 1, 'below'],
  ])
  expect(plan.stocks[0]?.inventories?.[0]?.quantity).toBe(4)
  expect(plan.stocks[1]).toMatchObject({ price: '20.00', stock_notification: 2 })
})

test('removed rows are not paste targets, and pasting an equal value is not a change', () => {
  const stocks = [stock('a', { price: '5.00' }), stock('b', { visibled: false })]
  const [, , price] = columns as [GridColumn, GridColumn, GridColumn]
  expect(
    setCells(
      stocks,
      [0, 1].map((index) => ({ index, column: price, text: '5' })),
    ),
  ).toBeUndefined()
  expect(
    setCells(
      stocks,
      [0, 1].map((index) => ({ index, column: price, text: '6' })),
    ),
  ).toMatchObject({ changed: 1 })
})
