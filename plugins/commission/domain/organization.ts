/** A position in the organization over a span of time, both days included. `parent_admin_id` is the account of the position above. */
export interface Position {
  id: number
  admin_id: number
  parent_admin_id: number | null
  override_percent: string
  valid_from: string
  valid_to: string | null
}

/** Somebody who earns from the sales of their organization. */
export interface Override {
  admin_id: number
  position_id: number
  percent: string
  /** 1 for the direct superior. */
  level: number
}

/** Whether a span includes a day. */
export const isValidOn = ({ valid_from, valid_to }: Pick<Position, 'valid_from' | 'valid_to'>, day: string): boolean =>
  valid_from <= day && (valid_to === null || day <= valid_to)

/**
 * The superiors of a seller on a day, nearest first, each with the percentage of the direct base that the position had on that day.
 * Positions without a percentage are passed over, but they count as a level. A position above that nobody holds on that day ends the chain.
 * Specification backoffice 2.10.
 * @param depth maximum number of levels
 */
export function findOverrides(positions: readonly Position[], adminId: number, day: string, depth: number): Override[] {
  const current = new Map(positions.filter((position) => isValidOn(position, day)).map((position) => [position.admin_id, position]))
  const overrides: Override[] = []
  const visited = new Set([adminId])
  let above = current.get(adminId)?.parent_admin_id ?? null
  for (let level = 1; level <= depth && above !== null && !visited.has(above); level++) {
    visited.add(above)
    const position = current.get(above)
    if (!position) break
    if (Number(position.override_percent) > 0)
      overrides.push({ admin_id: above, position_id: position.id, percent: position.override_percent, level })
    above = position.parent_admin_id
  }
  return overrides
}

const overlaps = (one: Pick<Position, 'valid_from' | 'valid_to'>, two: Pick<Position, 'valid_from' | 'valid_to'>): boolean =>
  (two.valid_to === null || one.valid_from <= two.valid_to) && (one.valid_to === null || two.valid_from <= one.valid_to)

/**
 * Whether somebody would be their own superior on any day of a new or changed position. The walk upwards narrows the span at each step, so
 * that people who exchange places at different times are no cycle.
 */
export function hasCycle(positions: readonly Position[], changed: Position): boolean {
  const others = positions.filter(({ id }) => id !== changed.id)
  const climb = (adminId: number | null, span: Pick<Position, 'valid_from' | 'valid_to'>, visited: ReadonlySet<number>): boolean => {
    if (adminId === null || visited.has(adminId)) return false
    if (adminId === changed.admin_id) return true
    return others
      .filter((position) => position.admin_id === adminId && overlaps(position, span))
      .some((position) => climb(position.parent_admin_id, intersect(position, span), new Set([...visited, adminId])))
  }
  return climb(changed.parent_admin_id, changed, new Set())
}

function intersect(one: Pick<Position, 'valid_from' | 'valid_to'>, two: Pick<Position, 'valid_from' | 'valid_to'>) {
  const ends = [one.valid_to, two.valid_to].filter((end) => end !== null).toSorted()
  return { valid_from: one.valid_from > two.valid_from ? one.valid_from : two.valid_from, valid_to: ends[0] ?? null }
}
