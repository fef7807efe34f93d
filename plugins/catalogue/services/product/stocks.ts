import { type DraftInput, likeText, type Locale, sql } from 'stoa'
import { fillCodes } from '../../domain/fill.ts'
import { type Choice, isSameChoice, keepExistingOptions } from '../../domain/identity.ts'
import { coverChoices, type OptionInput } from '../../domain/options.ts'
import type { ProductFields } from '../../resources/product-fields.ts'
import { stock } from '../../resources/stock.ts'
import { nameAnyValue, withoutAnyValue } from './any-value.ts'
import { blank, getChoice, hidden, type OptionLine, getOptionsAfter, type Product, type Stock, type StockLine, getValues } from './input.ts'
import { matchStocks, restoreStocks } from './same-stock.ts'

type ProductDraft = DraftInput<ProductFields>

/** Codes that identify a stock item. */
const codes = ['sku', 'barcode'] as const

/** Matches stock items to rows, fills missing codes, and adds the options they use to the product. */
export async function completeStocks(draft: ProductDraft): Promise<void> {
  const { input, old, language, source } = draft
  const before = old?.stocks ?? []
  const requestedOptions = getOptions(draft)
  if (requestedOptions) input.options = requestedOptions
  if (!input.stocks) {
    if (requestedOptions && before.length > 0 && input.stocks === undefined)
      input.stocks = whatSurvives(getOptionsAfter(draft), before, old?.options ?? [])
    return
  }
  const stockLines = input.stocks
  const rowsById = new Map(before.map((row) => [row.id, row]))
  const saved = (line: StockLine) => rowsById.get(line.id ?? 0)
  const options = getOptionsAfter(draft)
  const requestedChoices = stockLines.map((line): Choice => {
    const row = saved(line)
    return getChoice(line) ?? (row ? (renameValues(getValues(row), options, old?.options ?? []) ?? getValues(row)) : {})
  })
  const chosen = source === 'import' ? withoutAnyValue(requestedChoices) : requestedChoices
  // A hidden stock item may have values that no longer exist; it does not restore them.
  const visibleChoices = stockLines.map((line, i) => (hidden(line) ? {} : (chosen[i] ?? {})))
  const covered = coverChoices(options.map(described), visibleChoices, language)
  const lines = stockLines.map((line, i): StockLine => ({ ...line, values: (hidden(line) ? chosen[i] : covered.choices[i]) ?? {} }))
  // A write with the full option list allows no other values; an import adds values as it names them.
  const closed = source !== 'import' && requestedOptions?.every((option) => option.values)
  if (covered.grown && !closed) input.options = nameAnyValue(draft.ctx.kernel, covered.options).map(asLine)
  const found = source === 'import' ? restoreStocks(lines, before) : matchStocks(lines, before)
  input.stocks = await withCodes(draft, found)
}

/** Matches options and values without an id to existing ones: their labels are replaced. Those with an id keep their codes if absent. */
function getOptions({ input, old }: ProductDraft): OptionLine[] | undefined {
  const before = old?.options ?? []
  return input.options?.map((option) => {
    const line =
      option.id === undefined
        ? { ...option, ...idAmong(before, input.options ?? [], (storedOption) => storedOption.key === option.key) }
        : option
    const row = before.find(({ id }) => id === line.id)
    if (!row) return line
    const { key = row.key, values } = line
    if (!values) return { ...line, key }
    const asRow = (value: (typeof values)[number]) => {
      const identified =
        value.id === undefined ? { ...value, ...idAmong(row.values, values, (storedValue) => storedValue.code === value.code) } : value
      const code = identified.code ?? row.values.find(({ id }) => id === identified.id)?.code
      return code === undefined ? identified : { ...identified, code }
    }
    return { ...line, key, values: values.map(asRow) }
  })
}

/** The id of the matching stored row that no other line names by id. */
function idAmong<R extends { id: number }>(
  rows: readonly R[],
  lines: readonly { id?: number }[],
  fits: (row: R) => boolean,
): { id?: number } {
  const row = rows.find((row) => fits(row) && !lines.some(({ id }) => id === row.id))
  return row ? { id: row.id } : {}
}

/** If only options are written, stock items lose values of removed options, and those with a removed value are hidden. */
function whatSurvives(options: readonly OptionLine[], before: readonly Stock[], had: Product['options']): StockLine[] {
  const distinctChoices: { id: number; values: Choice }[] = []
  for (const row of before) {
    if (!row.visibled) continue
    const values = renameValues(getValues(row), options, had)
    if (values && !distinctChoices.some((distinct) => isSameChoice(distinct.values, values))) distinctChoices.push({ id: row.id, values })
  }
  return distinctChoices
}

/** The option values after options and values were renamed, matched by id; undefined if the value was removed. */
function renameValues(choice: Choice, options: readonly OptionLine[], had: Product['options']): Choice | undefined {
  const renamed = Object.entries(choice).map(([key, code]): [string, string] => {
    const was = had.find((option) => option.key === key)
    const option = was && options.find(({ id }) => id === was.id)
    const value = was?.values.find((value) => value.code === code)
    return [option?.key ?? key, option?.values?.find(({ id }) => id !== undefined && id === value?.id)?.code ?? code]
  })
  return keepExistingOptions(Object.fromEntries(renamed), options.map(described))
}

/** Length of the suffix of a generated code: `-stock` and a number. */
const ENDING = 10
/** Longest code of a stock item. */
const LONGEST = stock.fields.sku['x-field'].maxLength ?? Infinity

/** Generates missing skus and barcodes (specification C §5). Barcodes of an imported file stay. */
async function withCodes({ tx, input, old, source }: ProductDraft, lines: StockLine[]): Promise<StockLine[]> {
  const base = (blank(input.sku) ? (old?.sku ?? '') : input.sku).slice(0, LONGEST - ENDING)
  const lacks = (line: StockLine, name: 'sku' | 'barcode') => blank(line[name]) && (line.id === undefined || line[name] !== undefined)
  const fields: readonly (typeof codes)[number][] = source === 'import' ? ['sku'] : codes
  if (base === '' || !lines.some((line) => fields.some((name) => lacks(line, name)))) return lines
  const pattern = `${likeText(`${base}-stock`)}%`
  const used = await tx.rows<{ sku: string; barcode: string | null }>(
    sql`select sku, barcode from stock where deleted_at is null and (sku like ${pattern} or barcode like ${pattern})`,
  )
  // A code that was not requested is not generated: a placeholder keeps its position.
  const rowCodes = lines.map((line) => codes.map((name) => (fields.includes(name) && lacks(line, name) ? '' : (line[name] ?? '\0'))))
  const made = fillCodes(
    base,
    rowCodes,
    used.flatMap(({ sku, barcode }) => [sku, barcode ?? '']),
  )
  return lines.map((line, i) => ({
    ...line,
    ...Object.fromEntries(fields.filter((name) => lacks(line, name)).map((name) => [name, made[i]?.[codes.indexOf(name)]])),
  }))
}

type Words = Partial<Record<Locale, string>> | undefined

/** An option for matching the choices of variants: complete, without read-only columns. */
function described({
  id,
  key = '',
  label,
  values = [],
}: {
  id?: number
  key?: string | undefined
  label?: Words
  values?: OptionLine['values']
}): OptionInput {
  return {
    ...(id ? { id } : {}),
    key,
    ...(label ? { label } : {}),
    values: values.map(({ id: valueId, code = '', label: words }) => ({
      ...(valueId ? { id: valueId } : {}),
      code,
      ...(words ? { label: words } : {}),
    })),
  }
}

/** An option as write input. */
const asLine = ({ id, key, label, values }: OptionInput): OptionLine => ({
  ...(id ? { id } : {}),
  key,
  label,
  values: values.map(({ id: valueId, code, label: words }) => ({ ...(valueId ? { id: valueId } : {}), code, label: words })),
})
