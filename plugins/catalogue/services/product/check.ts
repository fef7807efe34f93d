import { invalid, type Row, text, type Text, type Write } from '#core'
import { MAX_OPTIONS, MAX_STOCKS, sameChoice } from '../../domain/identity.ts'
import { blank, idOf, isOn, type Line, linesOf, wordsOf } from './input.ts'

type Errors = Record<string, Text>

/** Refuses what fields of a product say against each other, each at its place. */
export function checkProduct(write: Write): void {
  const errors: Errors = {}
  serviceOnly(write, errors)
  redemption(write, errors)
  options(write, errors)
  stocks(write, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function serviceOnly({ input, old }: Write, errors: Errors): void {
  if ((input.type ?? old?.type ?? 'general') === 'service') return
  if (isOn(input.is_approval_required)) errors.is_approval_required = text('catalogue:error.service_only')
  if (!blank(input.form_id)) errors.form_id = text('catalogue:error.service_only')
}

function redemption({ input, old }: Write, errors: Errors): void {
  const on = input.is_redeemable === undefined ? old?.is_redeemable === true : isOn(input.is_redeemable)
  if (!on) return
  const [start, end] = ['redeem_start_date', 'redeem_end_date'].map((name) => (name in input ? input[name] : old?.[name]))
  if (blank(start) !== blank(end)) errors[blank(start) ? 'redeem_start_date' : 'redeem_end_date'] = text('core:rule.required')
  else if (!blank(start) && String(end) < String(start)) errors.redeem_end_date = text('catalogue:error.redeem_order')
  const known = new Map(((old?.stocks ?? []) as Row[]).map((row) => [row.id, row]))
  const lines = linesOf(input.stocks) ?? (input.is_redeemable === undefined ? [] : [...known.values()])
  for (const [i, line] of lines.entries()) {
    const points = line.points_to_redeem ?? known.get(idOf(line) ?? 0)?.points_to_redeem ?? 0
    if (shown(line) && Number(points) < 1) errors[`stocks.${i}.points_to_redeem`] = text('core:rule.min', { min: 1 })
  }
}

const shown = (line: Line) => line.visibled === undefined || isOn(line.visibled)

function options({ input, language }: Write, errors: Errors): void {
  const all = linesOf(input.options)
  if (!all) return
  if (all.length > MAX_OPTIONS) errors.options = text('catalogue:error.max_options', { max: MAX_OPTIONS })
  twice(all, 'label', language, 'options', errors)
  for (const [i, option] of all.entries()) {
    const values = linesOf(option.values) ?? []
    if (unnamed(option, language)) errors[`options.${i}.label`] = text('catalogue:error.option_names')
    if ('values' in option && (values.length === 0 || values.some((value) => unnamed(value, language))))
      errors[`options.${i}.values`] = text('catalogue:error.option_values')
    twice(values, 'label', language, `options.${i}.values`, errors)
  }
}

/** A new one must be named in some language; of one that exists, the name may be left out. */
const unnamed = (line: Line, language: string) =>
  (idOf(line) === undefined || 'label' in line) && Object.values(wordsOf(line.label, language)).every(blank)

/** Two that read the same in one language cannot be told apart. */
function twice(lines: readonly Line[], name: string, language: string, path: string, errors: Errors): void {
  const seen = new Set<string>()
  for (const [i, line] of lines.entries()) {
    for (const [locale, word] of Object.entries(wordsOf(line[name], language))) {
      if (blank(word)) continue
      const key = `${locale} ${String(word).trim().toLowerCase()}`
      if (seen.has(key)) errors[`${path}.${i}.${name}`] = text('core:rule.no_repeated')
      seen.add(key)
    }
  }
}

function stocks({ input }: Write, errors: Errors): void {
  const lines = (linesOf(input.stocks) ?? []).map((line, i) => ({ line, i })).filter(({ line }) => shown(line))
  if (lines.length > MAX_STOCKS) errors.stocks = text('catalogue:error.max_stocks', { max: MAX_STOCKS })
  const seen: Record<string, string>[] = []
  for (const { line, i } of lines) {
    const values = (line.values ?? {}) as Record<string, string>
    if (seen.some((one) => sameChoice(one, values))) errors[`stocks.${i}.values`] = text('core:rule.no_repeated')
    seen.push(values)
  }
}
