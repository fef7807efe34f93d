import type { Page, ResourceInfo, Row } from 'stoa/api-types'
import type { ListState } from './list-address.ts'

/** A tree is shown whole; a longer one is a plain list. */
export const TREE_LIMIT = 100

/** Whether a list is to be drawn as a tree: nothing is searched, filtered or sorted by hand. */
export const asTree = (resource: ResourceInfo, state: ListState): boolean =>
  resource.tree !== undefined && state.q === '' && Object.keys(state.filters).length === 0 && state.sort === resource.defaultSort

/** Rows under their parents, in the order they came, with how deep each stands. */
export function getTree(rows: readonly Row[], parent: string): { rows: Row[]; depths: Map<number, number> } {
  const known = new Set(rows.map((row) => row.id))
  const children = new Map<unknown, Row[]>()
  for (const row of rows) {
    const above = known.has(Number(row[parent])) ? Number(row[parent]) : 0
    children.set(above, [...(children.get(above) ?? []), row])
  }
  const found: Row[] = []
  const depths = new Map<number, number>()
  const walk = (above: number, depth: number): void => {
    for (const row of children.get(above) ?? []) {
      if (depths.has(row.id)) continue
      found.push(row)
      depths.set(row.id, depth)
      walk(row.id, depth + 1)
    }
  }
  walk(0, 0)
  return { rows: found, depths }
}

/** A page of a tree resource with its rows under their parents; undefined when not all of them are on it. */
export function treePage(page: Page | undefined, parent: string): ReturnType<typeof getTree> | undefined {
  return page && page.total <= page.data.length ? getTree(page.data, parent) : undefined
}
