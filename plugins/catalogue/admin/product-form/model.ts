import type { Locale, Localized } from '#core/wire'
import { textIn } from '../../../../ui-admin/src/kit/index.ts'

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
  visibled: boolean
}

export interface Stock extends Record<string, unknown> {
  id?: number
  sku: string
  values?: Record<string, string> | null
  price: string
  special_price: string | null
  visibled: boolean
  inventories: InventoryLine[]
}

/** Text of a label where it is being written, else in the main language, else any. */
export const nameOf = (label: Text, language: Locale, main: Locale): string =>
  textIn(label, language) || textIn(label, main) || (typeof label === 'object' ? Object.values(label)[0] : label) || ''

const unique = (word: string, taken: readonly string[], join: string): string => {
  for (let n = 1; ; n++) {
    const found = n === 1 ? word : `${word}${join}${n}`
    if (!taken.includes(found)) return found
  }
}

/** Machine word of a value: "Matte Black" is matte-black. Chinese characters stay. */
export const codeOf = (label: string, taken: readonly string[]): string =>
  unique(
    label
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'value',
    taken,
    '-',
  )

/** Machine word of an option: "Colour" is colour. */
export const keyOf = (label: string, taken: readonly string[]): string => {
  const word = label
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return unique(/^[a-z]/.test(word) ? word : `option${word ? `_${word}` : ''}`, taken, '_')
}

/** Every combination of the options' values, in their order. */
export function combinations(options: readonly Option[]): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (all, { key, values }) => all.flatMap((one) => values.map(({ code }) => ({ ...one, [key]: code }))),
    [{}],
  )
}

/** Whether a stock is the given combination. */
export const isChoice = (stock: Stock, choice: Record<string, string>): boolean => {
  const own = stock.values ?? {}
  const keys = Object.keys(choice)
  return keys.length === Object.keys(own).length && keys.every((key) => own[key] === choice[key])
}

/** What "Generate" would do: stocks in the order of the combinations, the others behind them. */
export function generated(
  options: readonly Option[],
  stocks: readonly Stock[],
  fresh: () => Stock,
): { stocks: Stock[]; added: number; kept: number; recovered: number[] } {
  const rest = [...stocks]
  const recovered: number[] = []
  let added = 0
  const take = (found: number) => rest.splice(found, 1)[0] as Stock
  const made = combinations(options).map((values) => {
    const known = rest.findIndex((stock) => isChoice(stock, values))
    if (known >= 0) {
      const stock = take(known)
      if (stock.visibled || stock.id === undefined) return stock
      recovered.push(stock.id)
      return { ...stock, visibled: true }
    }
    added += 1
    // The one stock of a product without options becomes the first combination.
    const plain = rest.findIndex((stock) => Object.keys(stock.values ?? {}).length === 0)
    return { ...(plain >= 0 ? take(plain) : fresh()), values }
  })
  return { stocks: [...made, ...rest], added, kept: made.length - added, recovered }
}

/** What an adjustment made of a line, until the form is read anew. */
export interface Adjusted {
  was: number
  quantity: number
}

/** Lines with the totals adjustments have made of them. */
export const linesNow = (lines: readonly InventoryLine[], adjusted: Record<number, Adjusted>): InventoryLine[] =>
  lines.map((line) => {
    const now = line.id === undefined ? undefined : adjusted[line.id]
    if (!now || now.was !== Number(line.quantity)) return line
    return {
      ...line,
      quantity: now.quantity,
      available_inventories: Number(line.available_inventories) + now.quantity - now.was,
    }
  })

/** Sum of what lies in all warehouses. */
export const onHand = (lines: readonly InventoryLine[]): number =>
  lines.reduce((sum, line) => sum + Number(line.available_inventories ?? line.quantity ?? 0), 0)
