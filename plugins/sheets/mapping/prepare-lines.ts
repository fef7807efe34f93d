import { message } from 'stoa'
import type { Line } from '../source/line.ts'
import { getChanges, getTest } from './connect-columns.ts'
import type { LineCondition, Mapping } from './mapping.ts'
import type { Places } from './places.ts'
import type { Loss } from './precision-losses.ts'

/**
 * Combines cells of a line before conditions are tested and cells are read: fills blank cells from the line above, subtracts columns, and
 * joins texts. Lines must be passed in the order of the file; the same line may be passed twice.
 */
export function linePreparer(mapping: Mapping, places: Places): (line: Line) => Line {
  const filled = (mapping.fillDown ?? []).flatMap((name) => places.indexOf(name) ?? [])
  const differences = Object.entries(mapping.minus ?? {}).flatMap(([name, subtracted]) => {
    const [at, from] = [places.indexOf(subtracted), places.indexOf(name)]
    const { replace } = getChanges(mapping)(name)
    return at === undefined || from === undefined ? [] : [{ at, from, replace }]
  })
  const joined = Object.entries(mapping.join ?? {}).flatMap(([name, others]) => {
    const at = places.indexOf(name)
    return at === undefined ? [] : [{ at, others: others.flatMap((other) => places.indexOf(other) ?? []) }]
  })
  if (filled.length + differences.length + joined.length === 0) return (line) => line
  const above = new Map<number, string>()
  return (line) => {
    const cells = [...line.cells]
    const getText = (at: number): string => (cells[at] ?? '').trim()
    for (const at of filled)
      if (getText(at) === '') cells[at] = above.get(at) ?? ''
      else above.set(at, getText(at))
    for (const { at, from, replace } of differences) {
      // A number may be written with its unit, which `replace` removes.
      const number = replace.reduce((text, [old, to]) => text.replaceAll(old, to), getText(from))
      cells[from] = subtract(number.trim(), getText(at))
    }
    for (const { at, others } of joined) cells[at] = [at, ...others].map(getText).filter(Boolean).join(' ')
    return { ...line, cells }
  }
}

/** The difference of two numbers. An invalid number gives a text that is rejected later. */
function subtract(from: string, text: string): string {
  if (from === '' || text === '') return from
  const difference = Number(from) - Number(text)
  // Removes floating-point noise such as that of 0.3 - 0.1.
  return Number.isFinite(difference) ? String(Number(difference.toPrecision(12))) : `${from} - ${text}`
}

/** Finds the cell for which a mapping leaves a line out; undefined when the line is imported. `today` is an ISO date. */
export function leftOutFinder(
  conditions: readonly LineCondition[] | undefined,
  header: readonly string[],
  places: Places,
): (line: Line, today: string) => Loss | undefined {
  const rules = (conditions ?? []).flatMap(({ column, when, unless, past }) => {
    const at = places.indexOf(column)
    return at === undefined ? [] : [{ at, past, when: getTest(when, places), unless: getTest(unless, places) }]
  })
  return (line, today) => {
    const getText = (at: number) => (line.cells[at] ?? '').trim()
    const rule = rules.find(
      ({ at, past, when, unless }) => when?.(line) !== false && unless?.(line) !== true && (!past || isBefore(getText(at), today)),
    )
    if (!rule) return undefined
    const cell = { text: getText(rule.at), line: line.line, header: header[rule.at] ?? '' }
    return { cell, why: message('sheets:warning.line_left_out') }
  }
}

const isBefore = (text: string, today: string): boolean => /^\d{4}-\d\d-\d\d/.test(text) && text.slice(0, 10) < today
