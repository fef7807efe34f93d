import type { Row } from '#core'
import { type Choice, recognise, sameChoice } from '../../domain/identity.ts'
import { blank, hidden, idOf, type Line, linesOf, valuesOf } from './input.ts'

/** Of stocks that came without an id, those that are combinations the product had are the rows of then. */
export function recognised(lines: readonly Line[], before: readonly Row[]): Line[] {
  const spoken = new Set(lines.map(idOf))
  const free = before.filter((row) => !spoken.has(row.id))
  const fresh = lines.filter((line) => idOf(line) === undefined && !hidden(line))
  const found = recognise(
    fresh.map((line) => line.values as Choice),
    free.map((row) => ({ values: valuesOf(row), visibled: row.visibled === true })),
  )
  const rows = new Map(fresh.map((line, i) => [line, free[found[i] ?? -1]]))
  return lines.map((line) => {
    const row = rows.get(line)
    return row ? asRow(line, row) : line
  })
}

/** What was left out or left blank stays as it was; so do the goods, unless their lines are named. */
function asRow(line: Line, row: Row): Line {
  const kept = Object.entries(line).filter(([name, value]) => !blank(value) && name !== 'inventories')
  const goods = linesOf(line.inventories)
  const named = goods?.some((one) => idOf(one) !== undefined)
  return { ...Object.fromEntries(kept), id: row.id, visibled: true, ...(named ? { inventories: goods } : {}) }
}

const placeholder = new Set(['id', 'order', 'sku', 'values'])

/**
 * A sheet finds stocks by their sku. One that calls a combination by another sku than we do means our row all the same,
 * unless it speaks of that row too. Its goods lie where they lay.
 */
export function reunited(lines: readonly Line[], before: readonly Row[]): Line[] {
  const free = new Map(before.filter((row) => row.visibled === true).map((row) => [row.id, row]))
  for (const line of lines) if (Object.keys(line).some((name) => !placeholder.has(name))) free.delete(idOf(line) ?? 0)
  const meant = new Map<number, Line>()
  const rest = lines.filter((line) => {
    if (idOf(line) !== undefined) return true
    const row = [...free.values()].find((one) => sameChoice(valuesOf(one), line.values as Choice))
    if (!row) return true
    free.delete(row.id)
    meant.set(row.id, { ...line, id: row.id, inventories: whereTheyLay(line, row) })
    return false
  })
  return rest.map((line) => {
    const { inventories, ...said } = meant.get(idOf(line) ?? 0) ?? {}
    return { ...line, ...said, ...(inventories === undefined ? {} : { inventories }) }
  })
}

/** Lines of goods by their place: the row for a place that has one. */
function whereTheyLay(line: Line, row: Row): Line[] | undefined {
  const said = linesOf(line.inventories)
  if (!said) return undefined
  const place = (l: Line) => [l.warehouse_id, l.expiry_date ?? '', l.lot_code ?? ''].join(' ')
  const rows = new Map((row.inventories as Row[]).map((one) => [place(one), one]))
  return said.map((one) => {
    const known = rows.get(place(one))
    return known ? { ...one, id: known.id } : one
  })
}
