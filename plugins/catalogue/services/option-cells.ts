import { validationError, message, type Message } from 'stoa'

/** Import columns of a variant's options: `option1_key`, `option1_value`, … up to three. */
const places = [1, 2, 3] as const

export const optionCells = places.flatMap((n) => [{ name: `option${n}_key` }, { name: `option${n}_value`, of: 'values' }])

/** Option values of a variant, in option order. */
const getChosen = (row: Record<string, unknown>): [string, string][] => Object.entries((row.values ?? {}) as Record<string, string>)

export const readOptionCells = {
  /** Cells of a stored variant. */
  write(row: Record<string, unknown>): Record<string, unknown> {
    const chosen = getChosen(row)
    return Object.fromEntries(
      places.flatMap((n) => [
        [`option${n}_key`, chosen[n - 1]?.[0] ?? ''],
        [`option${n}_value`, chosen[n - 1]?.[1] ?? ''],
      ]),
    )
  },
  /**
   * Sets the variant's options from the cells of a row. A row without option cells changes none; an incomplete pair
   * is completed from the stored variant.
   * @throws AppError INVALID with the missing half
   */
  read(cells: Record<string, string>, input: Record<string, unknown>, old: Record<string, unknown> = {}): void {
    const before = getChosen(old)
    const missing: Record<string, Message> = {}
    const chosen = places.flatMap((n): [string, string][] => {
      const [optionKey, is] = [cells[`option${n}_key`]?.trim(), cells[`option${n}_value`]?.trim()]
      if (!optionKey && !is) return []
      const [key, value] = [optionKey ?? before[n - 1]?.[0], is ?? before[n - 1]?.[1]]
      if (!key) missing[`option${n}_key`] = message('catalogue:error.half_option', { half: is ?? '' })
      if (!value) missing[`option${n}_value`] = message('catalogue:error.half_option', { half: optionKey ?? '' })
      return key && value ? [[key, value]] : []
    })
    if (Object.keys(missing).length > 0) throw validationError(missing)
    if (chosen.length > 0) input.values = Object.fromEntries(chosen)
  },
}
