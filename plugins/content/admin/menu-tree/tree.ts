/** A row of a flattened tree; parents precede their children. */
export interface Node {
  id: number
  depth: number
}

/** Nested ids, in the format of `PUT /api/admin/menu/sort`. */
export interface Nested {
  id: number
  children: Nested[]
}

/** Number of rows in the subtree at an index, including its root. */
export function getSpan<T extends Node>(lines: readonly T[], at: number): number {
  const depth = lines[at]?.depth ?? 0
  let end = at + 1
  while (end < lines.length && (lines[end]?.depth ?? 0) > depth) end += 1
  return end - at
}

const shifted = <T extends Node>(lines: T[], by: number): T[] => lines.map((line) => ({ ...line, depth: line.depth + by }))

/** Moves a subtree. `before` is an index among the other rows. */
function place<T extends Node>(lines: readonly T[], at: number, before: number, depth: number): T[] {
  const span = getSpan(lines, at)
  const moved = lines.slice(at, at + span)
  const rest = [...lines.slice(0, at), ...lines.slice(at + span)]
  rest.splice(before, 0, ...shifted(moved, depth - (moved[0]?.depth ?? 0)))
  return rest
}

const indexOf = (lines: readonly Node[], id: number) => lines.findIndex((line) => line.id === id)

/** Index of the previous or next sibling; -1 when there is none. */
function getSibling(lines: readonly Node[], at: number, direction: -1 | 1): number {
  const depth = lines[at]?.depth ?? 0
  for (let i = direction === 1 ? at + getSpan(lines, at) : at - 1; i >= 0 && i < lines.length; i += direction) {
    const there = lines[i]?.depth ?? 0
    if (there < depth) return -1
    if (there === depth) return i
  }
  return -1
}

/** A move of one step, by keyboard or button. */
export type Step = 'up' | 'down' | 'in' | 'out'

/** The tree after a move of one step; undefined when the move is not possible. */
export function stepped<T extends Node>(lines: readonly T[], id: number, step: Step): T[] | undefined {
  const at = indexOf(lines, id)
  const line = lines[at]
  if (!line) return undefined
  const span = getSpan(lines, at)
  if (step === 'up' || step === 'in') {
    const before = getSibling(lines, at, -1)
    if (before < 0) return undefined
    // Indent: the row becomes the last child of its previous sibling.
    return step === 'up' ? place(lines, at, before, line.depth) : place(lines, at, at, line.depth + 1)
  }
  if (step === 'down') {
    const after = getSibling(lines, at, 1)
    return after < 0 ? undefined : place(lines, at, after - span + getSpan(lines, after), line.depth)
  }
  if (line.depth === 0) return undefined
  // Outdent: the row moves behind its parent's subtree.
  let parent = at - 1
  while ((lines[parent]?.depth ?? 0) >= line.depth) parent -= 1
  return place(lines, at, parent + getSpan(lines, parent) - span, line.depth - 1)
}

/** The drop position of a dragged row. The depth is limited by the row above and the row below. */
export function landing<T extends Node>(
  lines: readonly T[],
  id: number,
  over: number,
  requestedDepth: number,
): { before: number; depth: number } {
  const at = indexOf(lines, id)
  const span = getSpan(lines, at)
  const rest = [...lines.slice(0, at), ...lines.slice(at + span)]
  const target = indexOf(lines, over)
  const before = over === id ? at : Math.max(0, Math.min(rest.length, target > at ? target - span + 1 : target))
  const above = rest[before - 1]
  const below = rest[before]
  const deepest = above ? above.depth + 1 : 0
  const least = below ? below.depth : 0
  return { before, depth: Math.max(Math.min(requestedDepth, deepest), Math.min(least, deepest)) }
}

/** The tree after a drop. */
export function dropped<T extends Node>(lines: readonly T[], id: number, over: number, requestedDepth: number): T[] {
  const { before, depth } = landing(lines, id, over, requestedDepth)
  return place(lines, indexOf(lines, id), before, depth)
}

/** Converts the rows to nested ids. */
export function nested(lines: readonly Node[]): Nested[] {
  const root: Nested[] = []
  const open: Nested[] = []
  for (const { id, depth } of lines) {
    const node: Nested = { id, children: [] }
    open.length = depth
    const siblings = depth === 0 ? root : (open[depth - 1]?.children ?? root)
    siblings.push(node)
    open.push(node)
  }
  return root
}

/** The parent of a row, if any. */
export function getParent<T extends Node>(lines: readonly T[], id: number): T | undefined {
  const at = indexOf(lines, id)
  const depth = lines[at]?.depth ?? 0
  for (let i = at - 1; i >= 0; i -= 1) if ((lines[i]?.depth ?? 0) < depth) return lines[i]
  return undefined
}

/** Whether two trees are equal. */
export const sameTree = (a: readonly Node[], b: readonly Node[]): boolean =>
  a.length === b.length && a.every((line, i) => line.id === b[i]?.id && line.depth === b[i]?.depth)
