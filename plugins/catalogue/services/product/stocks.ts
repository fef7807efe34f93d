import { likeText, type Row, sql, type Write } from '#core'
import { fillCodes } from '../../domain/fill.ts'
import { type Choice, sameChoice, surviving } from '../../domain/identity.ts'
import { coverChoices, type OptionInput } from '../../domain/options.ts'
import { blank, hidden, idOf, type Line, linesOf, readChoice, valuesOf, wordsOf } from './input.ts'
import { recognised, reunited } from './same-stock.ts'

/** Stocks find the rows they are, get the codes they lack, and the product gets the options they choose. */
export async function prepareStocks(write: Write): Promise<void> {
  const { input, old, language, source } = write
  const before = (old?.stocks ?? []) as Row[]
  const given = linesOf(input.stocks)
  const asked = optionsOf(write)
  if (asked) input.options = asked
  if (!given) {
    if (asked && before.length > 0 && input.stocks === undefined) input.stocks = whatSurvives(asked, before)
    return
  }
  const known = new Map(before.map((row) => [row.id, row]))
  const saved = (line: Line) => known.get(idOf(line) ?? 0)
  const options = asked?.every((one) => Array.isArray(one.values)) ? asked : asked ? [] : ((old?.options ?? []) as unknown as OptionInput[])
  const chosen = given.map((line) => readChoice(line.values) ?? (saved(line) ? valuesOf(saved(line) as Row) : {}))
  // A hidden stock may be of values that are gone; it does not bring them back.
  const shown = given.map((line, i) => (hidden(line) ? {} : (chosen[i] ?? {})))
  const covered = coverChoices(
    options.map((one) => named(one, language)),
    shown,
    language,
  )
  const lines = given.map((line, i): Line => ({ ...line, values: hidden(line) ? chosen[i] : covered.choices[i] }))
  if (covered.grown) input.options = covered.options.map(plainOption)
  const found = source === 'import' ? reunited(lines, before) : recognised(lines, before)
  input.stocks = await withCodes(
    write,
    found.map((line) => withAllLines(line, saved(line))),
  )
}

/** Goods may have come into new lines since a form was opened: a line is hidden by saying so, not by leaving it out. */
function withAllLines(line: Line, row: Row | undefined): Line {
  const goods = linesOf(line.inventories)
  if (!row || !goods) return line
  const spoken = new Set(goods.map(idOf))
  const rest = (row.inventories as Row[]).filter(({ id }) => !spoken.has(id)).map(({ id }) => ({ id }))
  return { ...line, inventories: [...goods, ...rest] }
}

/** Options and values without an id that the product has are the rows it has: their words are theirs alone. */
function optionsOf({ input, old }: Write): OptionInput[] | undefined {
  const rowsOf = (lines: readonly Line[], rows: readonly Row[], word: string) => {
    const spoken = new Set(lines.map(idOf))
    return lines.map((line) => {
      const row = idOf(line) === undefined ? rows.find((one) => one[word] === line[word] && !spoken.has(one.id)) : undefined
      return row ? { ...line, id: row.id } : line
    })
  }
  const before = (old?.options ?? []) as Row[]
  const lines = linesOf(input.options)
  if (!lines) return undefined
  return rowsOf(lines, before, 'key').map((line) => {
    const values = linesOf(line.values)
    const row = before.find(({ id }) => id === idOf(line))
    return values && row ? { ...line, values: rowsOf(values, row.values as Row[], 'code') } : line
  }) as unknown as OptionInput[]
}

/** When only options are written, stocks lose what their option says no more, and those of a value that is gone are hidden. */
function whatSurvives(options: readonly OptionInput[], before: readonly Row[]): Line[] {
  const all = options.map(({ key, values }) => ({ key, values: Array.isArray(values) ? values : [] }))
  const kept: { id: number; values: Choice }[] = []
  for (const row of before) {
    if (row.visibled !== true) continue
    const values = surviving(valuesOf(row), all)
    if (values && !kept.some((one) => sameChoice(one.values, values))) kept.push({ id: row.id, values })
  }
  return kept
}

/** In the main language, stocks without a sku or barcode get one (specification C §5). What a file says of barcodes stays. */
async function withCodes({ ctx, tx, input, old, language, source }: Write, lines: Line[]): Promise<Line[]> {
  if (language !== ctx.main) return lines
  const base = String(blank(input.sku) ? (old?.sku ?? '') : input.sku).trim()
  const lacks = (line: Line, name: string) => blank(line[name]) && (idOf(line) === undefined || name in line)
  const fields = source === 'import' ? ['sku'] : ['sku', 'barcode']
  if (base === '' || !lines.some((line) => fields.some((name) => lacks(line, name)))) return lines
  const pattern = `${likeText(`${base}-stock`)}%`
  const used = await tx.rows<{ sku: string; barcode: string | null }>(
    sql`select sku, barcode from stock where deleted_at is null and (sku like ${pattern} or barcode like ${pattern})`,
  )
  const made = { sku: codes(lines, 'sku', base, used), barcode: codes(lines, 'barcode', base, used) }
  return lines.map((line, i) => ({
    ...line,
    ...Object.fromEntries(fields.filter((name) => lacks(line, name)).map((name) => [name, made[name as 'sku' | 'barcode'][i]])),
  }))
}

function codes(
  lines: readonly Line[],
  name: 'sku' | 'barcode',
  base: string,
  used: readonly { sku: string; barcode: string | null }[],
): string[] {
  // A saved stock whose code is not spoken of keeps it; a placeholder holds its place.
  const given = lines.map((line) => (idOf(line) !== undefined && !(name in line) ? '\0' : line[name]))
  return fillCodes(
    base,
    given,
    used.map((row) => row[name] ?? ''),
  )
}

/** Labels as maps, so that words are compared in the language they are of. */
const named = (option: OptionInput, language: string): OptionInput => ({
  ...option,
  label: wordsOf(option.label, language),
  values: option.values.map((value) => ({ ...value, label: wordsOf(value.label, language) })),
})

/** An option as the form sends it: without the columns only reads carry. */
const plainOption = ({ id, key, label, values }: OptionInput) => ({
  ...(id ? { id } : {}),
  key,
  label,
  values: values.map(({ id: valueId, code, label: text }) => ({ ...(valueId ? { id: valueId } : {}), code, label: text })),
})
