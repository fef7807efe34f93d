import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldInfo } from 'stoa/api-types'
import en from '../../../../../ui-admin/src/i18n/en-US.json'
import type { Stock } from '../model.ts'
import { type GridColumn, ownGoods, tidy, typable, withCell } from './cell.ts'
import { cellText, getColumns, inGrid, getTitle, getWords } from './columns.ts'
import { getBlock, moved, stepFrom } from './selection.ts'

beforeAll(() => i18next.init({ lng: 'en-US', resources: { 'en-US': { translation: en } } }))

const field = (name: string, widget: FieldInfo['widget'], more: Partial<FieldInfo> = {}): FieldInfo => ({
  name,
  label: name,
  widget,
  required: false,
  localized: false,
  readOnly: false,
  group: 'main',
  ...more,
})
const column = (name: string, widget: FieldInfo['widget'], more: Partial<GridColumn> = {}): GridColumn => ({
  name,
  label: name,
  kind: 'field',
  field: field(name, widget),
  ...more,
})
const stock = (more: Partial<Stock> = {}): Stock => ({ sku: 'A', price: '1.00', special_price: null, visibled: true, values: {}, ...more })
const line = { warehouse_id: 1, quantity: 2, expiry_date: null, lot_code: null, visibled: true }
const price = column('price', 'money')

describe('a cell of the stock grid', () => {
  it.each([
    ['money', 'HK$1,280.50', '1280.50'],
    ['money', '€ 12', '12'],
    ['money', '12.50 HKD', '12.50'],
    ['money', '-5', '-5'],
    ['money', ' .5 ', '.5'],
    ['money', '12,50', '12,50'],
    ['int', '1,000', '1000'],
    ['int', '12.00', '12'],
    ['int', '12.50', '12.50'],
    ['text', ' A, B ', 'A, B'],
  ] as const)('%s: %j is pasted as %j', (widget, text, put) => {
    expect(tidy(column('x', widget), text)).toBe(put)
  })

  it('normalizes a value to the format of the API, so that an unchanged value is not a change', () => {
    expect(withCell(price, stock(), '5')).toMatchObject({ price: '5.00' })
    expect(withCell(price, stock(), '')).toMatchObject({ price: null })
    expect(withCell(column('stock_notification', 'int'), stock(), '07')).toMatchObject({ stock_notification: 7 })
    expect(withCell(column('barcode', 'text'), stock(), '')).toMatchObject({ barcode: null })
    expect(withCell({ ...column('sku', 'text'), field: field('sku', 'text', { required: true }) }, stock(), '')).toMatchObject({ sku: '' })
  })

  it('keeps an invalid text so that the user sees what was typed', () => {
    expect(withCell({ ...price, fault: () => 'no amount' }, stock(), 'cheap')).toMatchObject({ price: 'cheap' })
  })

  it('is editable if the stock is visible and its field is not read-only', () => {
    expect(typable(price, stock())).toBe(true)
    expect(typable(price, stock({ visibled: false }))).toBe(false)
    expect(typable({ ...price, field: field('price', 'money', { readOnly: true }) }, stock())).toBe(false)
    expect(typable({ name: 'size', label: 'Size', kind: 'option' }, stock())).toBe(false)
  })

  it('the initial quantity is editable while the stock is unsaved and has a single inventory line', () => {
    const goods = column('quantity', 'int', { kind: 'goods' })
    const fresh = stock({ inventories: [line] })
    expect([ownGoods(fresh), typable(goods, fresh)]).toEqual([true, true])
    expect(typable(goods, stock({ id: 1, inventories: [line] }))).toBe(false)
    expect(typable(goods, stock({ inventories: [line, line] }))).toBe(false)
    expect(withCell(goods, fresh, '12').inventories?.[0]?.quantity).toBe(12)
    expect(withCell(goods, fresh, '').inventories?.[0]?.quantity).toBe(0)
  })
})

describe('grid columns', () => {
  const fields = [
    field('sku', 'text'),
    field('price', 'money'),
    field('points_to_redeem', 'int'),
    field('redemption_limit', 'int'),
    field('inventories', 'rows', { rows: [field('quantity', 'int')] }),
  ]
  const columnOptions = {
    fields,
    options: [{ key: 'size', name: 'Size' }],
    redeemable: true,
    tracked: true,
    disabled: false,
    available: 'Left',
  }
  const names = (more: Partial<Parameters<typeof getColumns>[0]> = {}) => getColumns({ ...columnOptions, ...more }).map(({ name }) => name)

  it('include points fields only for redeemable products and inventory only for tracked products', () => {
    expect(names()).toEqual(['check', 'expand', 'size', 'sku', 'price', 'points_to_redeem', 'redemption_limit', 'goods', 'action'])
    expect(names({ redeemable: false, tracked: false })).toEqual(['check', 'expand', 'size', 'sku', 'price', 'action'])
  })

  it('have no checkboxes, no actions and only read-only fields without the update permission', () => {
    const fixed = getColumns({ ...columnOptions, disabled: true })
    expect(fixed.map(({ name }) => name)).not.toContain('check')
    expect(fixed.map(({ name }) => name)).not.toContain('action')
    expect(fixed.filter(({ kind }) => kind === 'field').every((column) => column.field?.readOnly)).toBe(true)
  })

  it('a blank cell is valid while pasting; a text that is not an amount is not', () => {
    const [amount] = getColumns({ ...columnOptions, fields: [field('price', 'money', { required: true })] }).filter(
      ({ name }) => name === 'price',
    )
    expect(amount?.fault?.('')).toBeUndefined()
    expect(amount?.fault?.('cheap')).toEqual(expect.any(String))
    expect(inGrid.has('price')).toBe(true)
    expect(inGrid.has('weight_g')).toBe(false)
  })

  it('a stock is titled by its option values, else by its SKU, else by the given default title', () => {
    const words = getWords([{ key: 'size', label: 'Size', values: [{ code: 's', label: 'Small' }] }], ({ label }) => String(label))
    expect(getTitle(stock({ values: { size: 's' } }), words, 'One kind')).toBe('Small')
    expect(getTitle(stock({ values: { size: 'zz' } }), words, 'One kind')).toBe('A')
    expect(getTitle(stock({ sku: '' }), new Map(), 'One kind')).toBe('One kind')
    const option: GridColumn = { name: 'size', label: 'Size', kind: 'option' }
    expect([cellText(option, stock({ values: { size: 's' } }), words), cellText(option, stock({ values: null }), words)]).toEqual([
      'Small',
      '',
    ])
    const goods = column('quantity', 'int', { kind: 'goods' })
    expect(cellText(goods, stock({ inventories: [line] }), words)).toBe('2')
    expect(cellText(goods, stock({ id: 1, inventories: [{ ...line, available_inventories: 1 }, line] }), words)).toBe('3')
    expect(cellText(column('special_price', 'money'), stock(), words)).toBe('')
  })
})

describe('keyboard navigation', () => {
  const size = { rows: 30, columns: 5 }
  const from = { row: 12, column: 2 }
  const press = (key: string, far = false) => moved({ key, ctrlKey: far, metaKey: false }, from, size)
  it.each([
    ['ArrowUp', false, { row: 11, column: 2 }],
    ['ArrowUp', true, { row: 0, column: 2 }],
    ['ArrowDown', true, { row: 29, column: 2 }],
    ['ArrowLeft', false, { row: 12, column: 1 }],
    ['ArrowRight', true, { row: 12, column: 4 }],
    ['Home', false, { row: 12, column: 0 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', false, { row: 12, column: 4 }],
    ['End', true, { row: 29, column: 4 }],
    ['PageUp', false, { row: 2, column: 2 }],
    ['PageDown', false, { row: 22, column: 2 }],
    ['a', false, undefined],
    ['Enter', false, undefined],
  ] as const)('%s (far: %s)', (key, far, to) => {
    expect(press(key, far)).toEqual(to)
  })
  it('never leaves the grid, and a selected block spans two cells in either order', () => {
    expect(stepFrom({ row: 0, column: 0 }, -1, 9, size)).toEqual({ row: 0, column: 4 })
    expect(getBlock({ row: 4, column: 1 }, { row: 2, column: 3 })).toEqual({ top: 2, bottom: 4, left: 1, right: 3 })
  })
})
