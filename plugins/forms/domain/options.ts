import {
  type Choice,
  type FieldOptions,
  type FieldType,
  groupRules,
  type GroupRule,
  textRules,
  type AnswerProblem,
  type Words,
} from './shape.ts'

/** Maximum file size in bytes; the limit of uploads. */
export const MOST_BYTES = 2 * 1024 * 1024
const most = { text: 5_000, textarea: 20_000, options: 200, label: 300, value: 100, files: 10, default: 500, rules: 20, keys: 50 }

type Bag = Record<string, unknown>
const isBag = (value: unknown): value is Bag => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Thrown for an invalid option. */
export class Unfit extends Error {
  readonly problem: AnswerProblem
  constructor(key: string, params?: Record<string, unknown>) {
    super(key)
    this.problem = params ? { key, params } : { key }
  }
}

const wrong = () => new Unfit('core:rule.check_input')

/** Parses an integer within bounds; undefined when absent. @throws Unfit */
function count(value: unknown, max: number, min = 0): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const n = Number(value)
  if (!Number.isInteger(n) || n < min || n > max) throw new Unfit('forms:error.number', { min, max })
  return n
}

const line = (value: unknown, length: number): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' && typeof value !== 'number') throw wrong()
  const text = String(value).trim()
  if (text.length > length) throw new Unfit('core:rule.max_length', { max: length })
  return text
}

/** Parses a minimum and a maximum and checks their order. */
function bounds(input: Bag, max: number): Pick<FieldOptions, 'min' | 'max'> {
  const low = count(input.min, max)
  const high = count(input.max, max, 1)
  if (low !== undefined && high !== undefined && low > high) throw new Unfit('forms:error.bounds')
  return { ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
}

function words(input: unknown, languages: readonly string[]): Words {
  if (!isBag(input)) throw wrong()
  const out: Record<string, string> = {}
  for (const language of languages) {
    const text = line(input[language], most.label)
    if (text) out[language] = text
  }
  return out
}

function choices(input: unknown, languages: readonly string[], main: string): Choice[] {
  if (!Array.isArray(input) || input.length === 0) throw new Unfit('forms:error.options')
  if (input.length > most.options) throw new Unfit('core:rule.max_items', { max: most.options })
  const out: Choice[] = []
  const usedValues = new Set<string>()
  for (const item of input as unknown[]) {
    const { value: typed, label = {} } = isBag(item) ? item : { value: item }
    const texts = typeof label === 'string' ? words({ [main]: label }, languages) : words(label, languages)
    const value = line(typed, most.value) || (Object.values(texts)[0] ?? '').slice(0, most.value)
    if (value === '') throw new Unfit('forms:error.option_value')
    if (usedValues.has(value)) throw new Unfit('core:rule.no_repeated_keys')
    usedValues.add(value)
    out.push({ value, label: Object.keys(texts).length > 0 ? texts : { [main]: value } })
  }
  return out
}

function pattern(input: unknown): string {
  const text = line(input, 200)
  try {
    // Compiled alone first: `)|(` is valid only inside the added brackets and would then match everything.
    // oxlint-disable-next-line no-new -- only to know whether it can be read
    new RegExp(text, 'u')
  } catch {
    throw new Unfit('forms:error.pattern_unreadable')
  }
  return text
}

const ending = (value: unknown) =>
  line(value, 10)
    .replace(/^\./, '')
    .toLowerCase()
    .replace(/^jpeg$/, 'jpg')

/**
 * Validates the options of a field type. Languages without texts are removed.
 * @param at `known`: file extensions that can be verified by content
 * @throws Unfit
 */
export function cleanOptions(
  type: FieldType,
  value: unknown,
  { languages, main, knownExtensions }: { languages: readonly string[]; main: string; knownExtensions: readonly string[] },
): FieldOptions {
  const input = isBag(value) ? value : {}
  switch (type) {
    case 'text': {
      const rule = textRules.find((textRule) => textRule === input.rule)
      if (input.rule && !rule) throw new Unfit('core:rule.choice')
      const shaped = pattern(input.pattern)
      return { ...bounds(input, most.text), ...(shaped ? { pattern: shaped } : {}), ...(rule ? { rule } : {}) }
    }
    case 'textarea': {
      const max = count(input.max, most.textarea, 1)
      return max === undefined ? {} : { max }
    }
    case 'single_select':
      return { options: choices(input.options, languages, main) }
    case 'multiple_checkbox': {
      const options = choices(input.options, languages, main)
      return { options, ...bounds(input, options.length) }
    }
    case 'file': {
      const extensions = [...new Set((Array.isArray(input.extensions) ? input.extensions : []).map(ending))].filter(Boolean)
      const strange = extensions.find((extension) => !knownExtensions.includes(extension))
      if (strange) throw new Unfit('forms:error.ending', { ending: strange, known: knownExtensions.join(', ') })
      const max_bytes = count(input.max_bytes, MOST_BYTES, 1_024)
      const max_files = count(input.max_files, most.files, 1)
      return {
        ...(max_bytes === undefined ? {} : { max_bytes }),
        ...(extensions.length > 0 ? { extensions } : {}),
        ...(max_files === undefined ? {} : { max_files }),
      }
    }
    case 'phone': {
      const key = line(input.country_code_key, 60)
      return { country_code_key: key || 'country_code' }
    }
    case 'hidden': {
      const start = line(input.default, most.default)
      return { ...(start ? { default: start } : {}), ...(input.from_query === true ? { from_query: true } : {}) }
    }
  }
}

/** Validates the rules between fields. @throws Unfit */
export function cleanRules(value: unknown): GroupRule[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw wrong()
  if (value.length > most.rules) throw new Unfit('core:rule.max_items', { max: most.rules })
  return (value as unknown[]).map((item) => {
    const { rule: name, keys = [] } = isBag(item) ? item : {}
    const rule = groupRules.find((groupRule) => groupRule === name)
    if (!rule) throw new Unfit('core:rule.choice')
    if (!Array.isArray(keys) || keys.length > most.keys) throw wrong()
    const named = [...new Set((keys as unknown[]).map((key) => line(key, 60)))]
    if (named.length < 2) throw new Unfit('forms:error.rule_fields')
    return { rule, keys: named }
  })
}
