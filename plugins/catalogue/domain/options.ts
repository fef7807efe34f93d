/** One way a product varies, with its values, as a form or sheet describes it. Labels are per language. */
export interface OptionInput {
  id?: number
  key: string
  label?: Record<string, string>
  values: { id?: number; code: string; label?: Record<string, string> }[]
}

/** Machine word of a label: "Matte Black" → "matte-black". Chinese characters stay. */
export const codeOf = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '') || 'value'

/** Key of an option name: "Colour" → "colour". */
export const keyOf = (name: string): string => {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z]/.test(key) ? key : `option_${key || 'a'}`
}

const says = (labels: Record<string, string> | undefined, text: string) =>
  Object.values(labels ?? {}).some((l) => l.toLowerCase() === text.toLowerCase())

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
      Object.entries(choice).map(([name, value]) => {
        let option = all.find((o) => o.key === name || o.key === keyOf(name) || says(o.label, name))
        if (!option) {
          grown = true
          all.push((option = { key: keyOf(name), label: { [language]: name.trim() }, values: [] }))
        }
        let found = option.values.find((v) => v.code === value || says(v.label, value) || v.code === codeOf(value))
        if (!found) {
          grown = true
          option.values.push((found = { code: codeOf(value), label: { [language]: value.trim() } }))
        }
        return [option.key, found.code]
      }),
    ),
  )
  return { options: all, choices: resolved, grown }
}
