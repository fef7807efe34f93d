/** An option of a product with its values, as form or import input. Labels are by language. */
export interface OptionInput {
  id?: number
  key: string
  label?: Record<string, string>
  values: { id?: number; code: string; label?: Record<string, string> }[]
}

/** Code of a label: "Matte Black" → "matte-black". Chinese characters are kept. */
export const getValueCode = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '') || 'value'

/** Key of an option name: "Colour" → "colour". */
export const getOptionKey = (name: string): string => {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z]/.test(key) ? key : `option_${key || 'a'}`
}

const says = (labels: Record<string, string> | undefined, text: string) =>
  Object.values(labels ?? {}).some((l) => l.toLowerCase() === text.toLowerCase())

/** Whether a code preserves the text except for case and word separators: the code of "+1.50" equals that of "-1.50". */
const isWhole = (text: string, word: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-') === word.replaceAll('_', '-')

/** Whether a text identifies the option or value with a code without being its label: a lossy code may stand for another text. */
const means = (text: string, word: string, made: (text: string) => string, labels: Record<string, string> = {}) =>
  made(text) === word && isWhole(text, word) && Object.values(labels).every((l) => made(l) !== word || isWhole(l, word))

/** The code, with a number appended if it is in use. */
export function toUnusedCode(word: string, usedCodes: readonly string[], joint: '-' | '_'): string {
  let made = word
  for (let n = 2; usedCodes.includes(made); n++) made = `${word}${joint}${n}`
  return made
}

/**
 * Extends a product's options to cover the choices of its variants. Variants may name options and values by key, code
 * or label; unknown ones are added under `language`.
 * @returns the options, and the variants' choices as codes
 */
export function coverChoices(
  options: readonly OptionInput[],
  choices: readonly Record<string, string>[],
  language: string,
): { options: OptionInput[]; choices: Record<string, string>[]; grown: boolean } {
  const all = options.map((o) => ({ ...o, values: [...(o.values ?? [])] }))
  let grown = false
  const resolved = choices.map((choice) =>
    Object.fromEntries(
      Object.entries(choice).map(([rawName, rawValue]) => {
        const [name, value] = [rawName.trim(), rawValue.trim()]
        // A key takes precedence: it may equal the label of another option.
        let option =
          all.find((o) => o.key === name) ??
          all.find((o) => says(o.label, name)) ??
          all.find((o) => means(name, o.key, getOptionKey, o.label))
        if (!option) {
          grown = true
          const key = toUnusedCode(
            getOptionKey(name),
            all.map((o) => o.key),
            '_',
          )
          all.push((option = { key, label: { [language]: name }, values: [] }))
        }
        const { values } = option
        let found =
          values.find((v) => v.code === value) ??
          values.find((v) => says(v.label, value)) ??
          values.find((v) => means(value, v.code, getValueCode, v.label))
        if (!found) {
          grown = true
          const code = toUnusedCode(
            getValueCode(value),
            values.map((v) => v.code),
            '-',
          )
          values.push((found = { code, label: { [language]: value } }))
        }
        return [option.key, found.code]
      }),
    ),
  )
  return { options: all, choices: resolved, grown }
}
