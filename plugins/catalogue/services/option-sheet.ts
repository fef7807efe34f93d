import { validationError, isLocale, message } from 'stoa'
import type { OptionInput } from '../domain/options.ts'

/** An option of a product, as an import names it and as the input has it so far. */
type OptionCell = Pick<OptionInput, 'key' | 'label'> & { values?: Pick<OptionInput['values'][number], 'code' | 'label'>[] }

/** Import column with the options of a product: names and values in every language, as JSON. */
export const optionColumn = [{ name: 'options', of: 'options', json: true }] as const

/** Cell of a stored product; blank without options. */
export function writeOptions(row: Record<string, unknown>): Record<string, unknown> {
  const options = (row.options ?? []) as OptionInput[]
  const optionCells = options.map(({ key, label = {}, values }): OptionCell => ({
    key,
    label,
    values: values.map(({ code, label = {} }) => ({ code, label })),
  }))
  return { options: optionCells.length > 0 ? JSON.stringify(optionCells) : '' }
}

/**
 * Merges options from an import into the input of a product: labels replace existing ones, new options and values are
 * appended. As in all imports, absent values stay.
 * @throws AppError INVALID at `options`
 */
export function readOptions(cells: Record<string, string>, input: Record<string, unknown>, old: Record<string, unknown> = {}): void {
  if (!cells.options) return
  const before = (old.options ?? []) as OptionInput[]
  const optionCells = asOptions(cells.options)
  const updatedOptions = before.map((option) => {
    const optionCell = optionCells.find(({ key }) => key === option.key)
    return {
      id: option.id,
      key: option.key,
      label: { ...option.label, ...optionCell?.label },
      values: merged(option.values, optionCell?.values ?? []),
    }
  })
  const added = optionCells.filter(({ key }) => !before.some((option) => option.key === key))
  input.options = [...updatedOptions, ...added.map(({ key, label, values = [] }) => ({ key, label, values }))]
}

function merged(before: OptionInput['values'], valueCells: NonNullable<OptionCell['values']>): OptionInput['values'] {
  const storedValues = before.map(({ id, code, label }) => ({
    ...(id === undefined ? {} : { id }),
    code,
    label: { ...label, ...valueCells.find((value) => value.code === code)?.label },
  }))
  return [...storedValues, ...valueCells.filter(({ code }) => !before.some((value) => value.code === code))]
}

function asOptions(cell: string): OptionCell[] {
  let list: unknown
  try {
    list = JSON.parse(cell)
  } catch {
    throw validationError({ options: message('core:rule.json') })
  }
  const isLabelled = (candidate: unknown, word: 'key' | 'code'): boolean => {
    if (typeof candidate !== 'object' || candidate === null) return false
    const { [word]: name, label = {} } = candidate as Record<string, unknown>
    return typeof name === 'string' && typeof label === 'object' && label !== null && Object.keys(label).every((at) => isLocale(at))
  }
  const isOption = (candidate: unknown): candidate is OptionCell =>
    isLabelled(candidate, 'key') && ((candidate as OptionCell).values ?? []).every?.((value: unknown) => isLabelled(value, 'code'))
  if (!Array.isArray(list) || !list.every(isOption)) throw validationError({ options: message('core:rule.json') })
  return list
}
