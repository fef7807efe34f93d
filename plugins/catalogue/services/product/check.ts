import { validationError, message, type Message, type ValidatedInput } from 'stoa'
import { type Choice, MAX_OPTIONS, MAX_STOCKS, isSameChoice } from '../../domain/identity.ts'
import type { ProductFields } from '../../resources/product-fields.ts'
import { blank, getChoice, hidden, type OptionLine, getOptionsAfter, getValues } from './input.ts'

type Errors = Record<string, Message>
type ProductWrite = ValidatedInput<ProductFields>

/** Validates a product across its fields; each error has its own path. */
export function checkProduct(write: ProductWrite): void {
  const errors: Errors = {}
  options(write, errors)
  stocks(write, errors)
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

function options({ input }: ProductWrite, errors: Errors): void {
  const all = input.options
  if (!all) return
  if (all.length > MAX_OPTIONS) errors.options = message('catalogue:error.max_options', { max: MAX_OPTIONS })
  findDuplicates(all, 'options', errors)
  const keys = new Set<string>()
  for (const [i, option] of all.entries()) {
    const values = option.values ?? []
    if (option.key && keys.has(option.key)) errors[`options.${i}.key`] = message('core:rule.no_repeated_keys')
    keys.add(option.key ?? '')
    if (unnamed(option)) errors[`options.${i}.label`] = message('catalogue:error.option_names')
    if (option.values && (values.length === 0 || values.some(unnamed)))
      errors[`options.${i}.values`] = message('catalogue:error.option_values')
    findDuplicates(values, `options.${i}.values`, errors)
  }
}

type Named = Pick<OptionLine, 'id' | 'label'>

/** A new row needs a label in some language; an existing row may leave it out. */
const unnamed = ({ id, label }: Named) => (id === undefined || label !== undefined) && !Object.values(label ?? {}).some(Boolean)

/** Labels that are equal in one language cannot be distinguished. */
function findDuplicates(lines: readonly Named[], path: string, errors: Errors): void {
  const seen = new Set<string>()
  for (const [i, line] of lines.entries()) {
    for (const [locale, word] of Object.entries(line.label ?? {})) {
      if (blank(word)) continue
      const key = `${locale} ${word.toLowerCase()}`
      if (seen.has(key)) errors[`${path}.${i}.label`] = message('core:rule.no_repeated')
      seen.add(key)
    }
  }
}

function stocks(write: ProductWrite, errors: Errors): void {
  const lines = (write.input.stocks ?? []).map((line, i) => ({ line, i })).filter(({ line }) => !hidden(line))
  if (lines.length > MAX_STOCKS) errors.stocks = message('catalogue:error.max_stocks', { max: MAX_STOCKS })
  const options = Object.keys(errors).some((at) => at.startsWith('options')) ? [] : getOptionsAfter(write)
  const { old } = write
  const savedChoices = new Map(old?.stocks.map((row) => [row.id, getValues(row)]))
  const seen: Choice[] = []
  for (const { line, i } of lines) {
    const values = getChoice(line) ?? {}
    const unfit =
      unchoosable(values, options) ?? ambiguous(values, savedChoices.get(line.id ?? 0), { before: old?.options ?? [], after: options })
    if (unfit) errors[`stocks.${i}.values`] = unfit
    else if (seen.some((choice) => isSameChoice(choice, values))) errors[`stocks.${i}.values`] = message('core:rule.no_repeated')
    seen.push(values)
  }
}

/** Why a stock item cannot be selected: an option is missing, or its value does not exist. */
function unchoosable(values: Choice, options: readonly OptionLine[]): Message | undefined {
  const unfit = options.find(({ key = '', values: offered = [] }) => !offered.some(({ code }) => code === values[key]))
  if (!unfit) return undefined
  return blank(values[unfit.key ?? '']) ? message('catalogue:error.stock_choice', { option: unfit.key }) : message('core:rule.choice')
}

const valueAt = (options: readonly OptionLine[], key: string, code: string) =>
  options.find((option) => option.key === key)?.values?.find((value) => value.code === code)

/**
 * Why the values of a stock item are ambiguous: it uses an old code that the same write assigns to another value.
 * Either reading could change what carts and orders contain.
 */
function ambiguous(
  values: Choice,
  stored: Choice = {},
  { before, after }: Record<'before' | 'after', readonly OptionLine[]>,
): Message | undefined {
  for (const [key, code] of Object.entries(values)) {
    const was = stored[key] === code && valueAt(before, key, code)
    const is = valueAt(after, key, code)
    if (was && is && was.id !== is.id) return message('catalogue:error.code_moved', { code })
  }
  return undefined
}
