/** One way a product varies, with its values, as a form or sheet describes it. Labels are per language. */
export interface OptionInput {
  id?: number
  key: string
  label?: Record<string, string>
  values: { id?: number; code: string; label?: Record<string, string> }[]
}

/** Machine word of a label: "Matte Black" → "matte-black". Chinese characters stay. */
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

/** Whether a machine word says all that a text does, but for case and how its words are joined: that of "+1.50" says no more than that of "-1.50". */
const isWhole = (text: string, word: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-') === word.replaceAll('_', '-')

/** Whether a text means the option or value of a machine word, though nobody called it so: what the word leaves out of either may tell them apart. */
const means = (text: string, word: string, made: (text: string) => string, labels: Record<string, string> = {}) =>
  made(text) === word && isWhole(text, word) && Object.values(labels).every((l) => made(l) !== word || isWhole(l, word))

/** The word itself, or with a number where others have it already. */
export function toUnusedCode(word: string, taken: readonly string[], joint: '-' | '_'): string {
  let made = word
  for (let n = 2; taken.includes(made); n++) made = `${word}${joint}${n}`
  return made
}

/**
 * Makes a product's options cover what its variants choose: variants may name options and values by key, code
 * or label; what is unknown is added under `language`. Answers the options and the variants' choices as codes.
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
        // A word of its own first: it may stand in the label of another one.
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
