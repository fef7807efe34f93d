import type { Page, ResourceInfo, Row } from 'stoa/api-types'
import type { ListState } from './list-address.ts'

/** Maximum number of rows of a tree view; longer lists are flat. */
export const TREE_LIMIT = 100

/** Whether a list is shown as a tree: without search, filters and sorting. */
export const asTree = (resource: ResourceInfo, state: ListState): boolean =>
  resource.tree !== undefined && state.q === '' && Object.keys(state.filters).length === 0 && state.sort === resource.defaultSort

/** Sorts rows below their parents, in order, with the depth of each. */
export function getTree(rows: readonly Row[], parent: string): { rows: Row[]; depths: Map<number, number> } {
  const rowIds = new Set(rows.map((row) => row.id))
  const children = new Map<unknown, Row[]>()
  for (const row of rows) {
    const above = rowIds.has(Number(row[parent])) ? Number(row[parent]) : 0
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

/** A page of a tree resource as a tree; undefined when it does not contain all rows. */
export function treePage(page: Page | undefined, parent: string): ReturnType<typeof getTree> | undefined {
  return page && page.total <= page.data.length ? getTree(page.data, parent) : undefined
}
