/** Sheet columns of a variant's options: `option1_key`, `option1_value`, … up to three. */
const places = [1, 2, 3] as const

export const optionCells = places.flatMap((n) => [{ name: `option${n}_key` }, { name: `option${n}_value` }])

export const readOptionCells = {
  /** Cells of a stored variant. */
  write(row: Record<string, unknown>): Record<string, unknown> {
    const chosen = Object.entries((row.values ?? {}) as Record<string, string>)
    return Object.fromEntries(
      places.flatMap((n) => [
        [`option${n}_key`, chosen[n - 1]?.[0] ?? ''],
        [`option${n}_value`, chosen[n - 1]?.[1] ?? ''],
      ]),
    )
  },
  /** Puts the options named by a line's cells into the variant's input. A line without option cells changes none. */
  read(cells: Record<string, string>, input: Record<string, unknown>): void {
    const chosen = places.flatMap((n) => {
      const [key, value] = [cells[`option${n}_key`]?.trim(), cells[`option${n}_value`]?.trim()]
      return key && value ? [[key, value] as const] : []
    })
    if (chosen.length > 0) input.values = Object.fromEntries(chosen)
  },
}
