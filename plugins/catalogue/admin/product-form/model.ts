import type { FieldInfo, Locale, Localized } from 'stoa/api-types'
import type { InputProps } from 'stoa/admin'
import { textIn } from 'stoa/admin/values'
import { type Choice, listCombinations, matchVariants, isSameChoice, keepExistingOptions } from '../../domain/identity.ts'
import { getValueCode as plainCode, getOptionKey as plainKey, toUnusedCode } from '../../domain/options.ts'

type Text = string | Localized

export interface OptionValue {
  id?: number
  code: string
  label: Text
}
export interface Option {
  id?: number
  key: string
  label: Text
  values: OptionValue[]
}

export interface InventoryLine {
  id?: number
  warehouse_id: number | null
  warehouse_name?: string
  quantity: number | string
  available_inventories?: number
  expiry_date: string | null
  lot_code: string | null
  is_discard?: boolean
  visibled: boolean
}

export interface Stock extends Record<string, unknown> {
  id?: number
  sku: string
  values?: Choice | null
  price: string
  special_price: string | null
  visibled: boolean
  recover?: boolean
  /** Present if stock is tracked. */
  inventories?: InventoryLine[] | undefined
}

/** Text of a label in the edited language, or else in the main language, or else in any. */
export const getName = (label: Text, language: Locale, main: Locale): string =>
  textIn(label, language) || textIn(label, main) || (typeof label === 'object' ? Object.values(label)[0] : label) || ''

/** A value code that is not in use. */
export const getCode = (label: string, usedCodes: readonly string[]): string => toUnusedCode(plainCode(label), usedCodes, '-')

/** An option key that is not in use. */
export const getKey = (label: string, usedKeys: readonly string[]): string => toUnusedCode(plainKey(label), usedKeys, '_')

const getChoice = (stock: Stock): Choice => stock.values ?? {}

/** Result of "Generate": stock items in the order of combinations, followed by other saved ones, which are hidden. */
export function generated(
  options: readonly Option[],
  stocks: readonly Stock[],
  fresh: () => Stock,
): { stocks: Stock[]; added: number; kept: number } {
  const combinations = listCombinations(options)
  const found = matchVariants(
    combinations,
    stocks.map((stock) => ({ values: getChoice(stock), visibled: stock.visibled })),
  )
  const used = new Set(found)
  const made = combinations.map((values, i) => ({ ...(stocks[found[i] ?? -1] ?? fresh()), values, visibled: true }))
  const rest = stocks.filter((stock, i) => !used.has(i) && stock.id !== undefined).map((stock) => ({ ...stock, visibled: false }))
  // The initial stock item of a new product has no option values.
  const isOffered = (stock: Stock | undefined) =>
    stock !== undefined && stock.visibled && (stock.id !== undefined || Object.keys(getChoice(stock)).length > 0)
  const remaining = found.filter((i) => isOffered(stocks[i])).length
  return { stocks: [...made, ...rest], added: combinations.length - remaining, kept: remaining }
}

/** Stock items after options or values were removed: distinct ones stay, other saved ones are hidden. */
export function withoutRemoved(options: readonly Option[], stocks: readonly Stock[]): Stock[] {
  const remainingChoices: Choice[] = []
  return stocks.flatMap((stock) => {
    if (!stock.visibled) return [stock]
    const values = keepExistingOptions(getChoice(stock), options)
    if (values && !remainingChoices.some((choice) => isSameChoice(choice, values))) {
      remainingChoices.push(values)
      return [{ ...stock, values }]
    }
    return stock.id === undefined ? [] : [{ ...stock, visibled: false }]
  })
}

/** Adds the values a stock item needs from the previous options; undefined if none are missing. */
export function withValues(options: readonly Option[], before: readonly Option[], choice: Choice): Option[] | undefined {
  let missing = false
  const next = options.map((option) => {
    const code = choice[option.key]
    const old = before.find((oldOption) => oldOption.key === option.key)?.values.find((value) => value.code === code)
    if (!old || option.values.some((value) => value.code === code)) return option
    missing = true
    return { ...option, values: [...option.values, old] }
  })
  return missing ? next : undefined
}

/** Stock items in the order of option values, hidden ones last. */
export function inOrder(options: readonly Option[], stocks: readonly Stock[]): Stock[] {
  const place = (stock: Stock) =>
    options.reduce((sum, { key, values }) => {
      const at = values.findIndex(({ code }) => code === getChoice(stock)[key])
      return sum * (values.length + 1) + (at < 0 ? values.length : at)
    }, 0)
  return [...stocks].sort((a, b) => Number(b.visibled) - Number(a.visibled) || place(a) - place(b))
}

/** Result of adjustments made while the form was open. */
export interface Moved {
  /** New totals by line id. */
  totals: Readonly<Record<number, number>>
  /** A new line. */
  opened?: InventoryLine
}

/** Props of the component at slot `product.stock.goods`, which shows the stock of an item. */
export interface StockGoodsProps {
  stock: Stock
  /** The stock item as stored on the server. */
  saved: Stock | undefined
  /** Reports an adjustment. */
  moved: (change: Moved) => void
  field: FieldInfo
  path: string
  disabled: boolean
  Field: InputProps['Field']
  /** Default warehouse of new lines. */
  home: number | null
  change: (lines: InventoryLine[]) => void
}

/** Stock items with the adjustments applied. */
export const withMoved = (stocks: readonly Stock[], stockId: number | undefined, { totals, opened }: Moved): Stock[] =>
  stocks.map((stock) => {
    if (stock.id !== stockId) return stock
    const lines = (stock.inventories ?? []).map((line) => {
      const total = line.id === undefined ? undefined : totals[line.id]
      if (total === undefined) return line
      return { ...line, quantity: total, available_inventories: Number(line.available_inventories) + total - Number(line.quantity) }
    })
    return { ...stock, inventories: opened ? [...lines, opened] : lines }
  })

/** Units for sale in all visible lines. */
export const onHand = (lines: readonly InventoryLine[]): number =>
  lines
    .filter((line) => line.visibled !== false && !line.is_discard)
    .reduce((sum, line) => sum + Number(line.available_inventories ?? line.quantity ?? 0), 0)

/** Number of combinations, shown as a product before the result: `2 × 3 = `. */
export const getProduct = (counts: readonly number[]): string => (counts.length > 1 ? `${counts.join(' × ')} = ` : '')
