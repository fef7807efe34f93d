import type { ProductView, StockView } from '../../api-types.ts'

/** Selected value code by option key. */
export type Chosen = Record<string, string>

/** Whether at least one unit is available; untracked items always are. */
export const buyable = (stock: StockView): boolean => stock.all_available_inventories === null || stock.all_available_inventories > 0

const visible = (product: ProductView) => product.stocks.filter((stock) => stock.visibled)

const fits = (stock: StockView, chosen: Chosen): boolean => Object.entries(chosen).every(([key, code]) => stock.values[key] === code)

/** Preselects options with a single value. */
export const firstChoice = (product: ProductView): Chosen =>
  Object.fromEntries(product.options.flatMap(({ key, values }) => (values.length === 1 && values[0] ? [[key, values[0].code]] : [])))

/** The stock item of a complete selection. */
export const getStock = (product: ProductView, chosen: Chosen): StockView | undefined => {
  if (product.options.some(({ key }) => !chosen[key])) return undefined
  return visible(product).find((stock) => fits(stock, chosen))
}

/** Whether a value is available together with the other selected values. */
export const valueAvailable = (product: ProductView, chosen: Chosen, key: string, code: string): boolean =>
  visible(product).some((stock) => fits(stock, { ...chosen, [key]: code }) && buyable(stock))

/** Message key of the reason why it cannot be added to the cart; null if it can. */
export const cartProblem = (stock: StockView | undefined, quantity: number, already: number): string | null => {
  if (!stock) return 'catalogue.update_cart_fail_by_not_selected'
  if (!Number.isInteger(quantity) || quantity < 1) return 'catalogue.update_cart_fail_by_less_than_one'
  const left = stock.all_available_inventories
  return left !== null && quantity + already > left ? 'catalogue.update_cart_fail_by_quantity' : null
}
