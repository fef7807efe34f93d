import { describe, expect, it } from 'vitest'
import type { ProductView, StockView } from '../../api-types.ts'
import { cartProblem, firstChoice, getStock, valueAvailable } from './choice.ts'
import { isGtin } from './gtin.ts'

const stock = (id: number, size: string, colour: string, left: number | null): StockView => ({
  id,
  sku: `S${id}`,
  barcode: null,
  price: '10.00',
  special_price: null,
  all_available_inventories: left,
  image: null,
  stock_notification: 0,
  visibled: true,
  values: { size, colour },
})

const shirt = {
  options: [
    {
      key: 'size',
      label: 'Size',
      values: [
        { code: 's', label: 'S' },
        { code: 'm', label: 'M' },
      ],
    },
    { key: 'colour', label: 'Colour', values: [{ code: 'red', label: 'Red' }] },
  ],
  stocks: [stock(1, 's', 'red', 4), stock(2, 'm', 'red', 0)],
} as unknown as ProductView

describe('variant selection', () => {
  it('an option with one value is preselected, others are not', () => {
    expect(firstChoice(shirt)).toEqual({ colour: 'red' })
    expect(getStock(shirt, { colour: 'red' })).toBeUndefined()
    expect(getStock(shirt, { colour: 'red', size: 's' })?.id).toBe(1)
  })

  it('the only stock of a product without options is selected', () => {
    expect(getStock({ ...shirt, options: [], stocks: [stock(9, '', '', 1)] }, {})?.id).toBe(9)
  })

  it('an option value is unavailable if no matching stock can be bought', () => {
    expect(valueAvailable(shirt, { colour: 'red' }, 'size', 's')).toBe(true)
    expect(valueAvailable(shirt, { colour: 'red' }, 'size', 'm')).toBe(false)
    const untracked = { ...shirt, stocks: [stock(2, 'm', 'red', null)] }
    expect(valueAvailable(untracked, {}, 'size', 'm')).toBe(true)
  })

  it('rejects no selection, a quantity below one, and more than is available including the cart', () => {
    const four = stock(1, 's', 'red', 4)
    expect(cartProblem(undefined, 1, 0)).toBe('catalogue.update_cart_fail_by_not_selected')
    for (const quantity of [0, -1, 1.5, Number.NaN]) {
      expect(cartProblem(four, quantity, 0)).toBe('catalogue.update_cart_fail_by_less_than_one')
    }
    expect(cartProblem(four, 3, 2)).toBe('catalogue.update_cart_fail_by_quantity')
    expect(cartProblem(four, 2, 2)).toBeNull()
    expect(cartProblem(stock(1, 's', 'red', null), 99, 99)).toBeNull()
  })

  it('only a valid GTIN is recognised', () => {
    expect(isGtin('4006381333931')).toBe(true)
    expect(isGtin('4006381333932')).toBe(false)
    expect(isGtin('LJ-100-stock1')).toBe(false)
  })
})
