import type { Column, Layout } from '../mapping/columns.ts'
import type { Cell } from '../mapping/read-lines.ts'
import { plain, splitPath } from '../source/cell.ts'
import type { RecordDraft } from './records.ts'

const isOwnReference = ({ head }: Layout, column: Column): boolean =>
  column.level === head && column.reads && column.field?.meta.kind === 'one' && column.field.meta.to === head.resource.name

/** Whether a file has a column that names rows of its own resource, such as the manager of an employee. */
export const refersToOwn = (layout: Layout, targets: readonly Column[]): boolean => targets.some((column) => isOwnReference(layout, column))

/** A record with the records of the file that its cells name. */
interface Node {
  draft: RecordDraft
  references: { cell: Cell; to: Node; isUnique: boolean }[]
  state: 'new' | 'open' | 'done'
}

/**
 * Records in an order in which each follows those it names, so that a cell may name a row that the file creates later. Otherwise the order
 * of the file stays. Cells that close a cycle are marked, because none of the records in it can be created first. Holds the whole file in
 * memory.
 */
export async function* inReferenceOrder(drafts: AsyncIterable<RecordDraft>, layout: Layout): AsyncGenerator<RecordDraft> {
  const nodes: Node[] = []
  for await (const draft of drafts) nodes.push({ draft, references: [], state: 'new' })
  connect(nodes, layout)
  for (const node of nodes) yield* visit(node)
}

/** A record is named by its key, by its external id, or by its title. */
function connect(nodes: readonly Node[], layout: Layout): void {
  const { resource, columns: headColumns } = layout.head
  const columns = headColumns.filter((column) => isOwnReference(layout, column))
  const titles = headColumns.filter((column) => column.field === resource.title)
  const byId = new Map<string, Node[]>()
  const byTitle = new Map<string, Node[]>()
  const note = (index: Map<string, Node[]>, text: string, node: Node) => {
    const name = text.trim().toLowerCase()
    const named = index.get(name)
    if (name === '' || named?.includes(node)) return
    if (named) named.push(node)
    else index.set(name, [node])
  }
  for (const node of nodes) {
    note(byId, node.draft.key, node)
    note(byId, node.draft.external, node)
    for (const column of titles) note(byTitle, node.draft.cells.get(column)?.text ?? '', node)
  }
  for (const node of nodes) {
    for (const column of columns) {
      const cell = node.draft.cells.get(column)
      const name = cell && (resource.def.tree ? splitPath(cell.text).at(-1) : plain(cell.text))?.trim().toLowerCase()
      if (cell === undefined || name === undefined) continue
      const named = byId.get(name) ?? byTitle.get(name) ?? []
      for (const to of named) node.references.push({ cell, to, isUnique: named.length === 1 && !resource.def.tree })
    }
  }
}

/** Yields the records that a record needs, then the record. Iterative, because chains may be as long as the file. */
function* visit(start: Node): Generator<RecordDraft> {
  if (start.state !== 'new') return
  const path: { node: Node; next: number }[] = [{ node: start, next: 0 }]
  start.state = 'open'
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const reference = top.node.references[top.next++]
    if (reference === undefined) {
      top.node.state = 'done'
      yield top.node.draft
      path.pop()
    } else if (reference.to.state === 'new') {
      reference.to.state = 'open'
      path.push({ node: reference.to, next: 0 })
    } else if (reference.to.state === 'open') markCycle(path, reference.to)
  }
}

/** Marks the cells on the way from a record back to itself, unless one of them is ambiguous. */
function markCycle(path: readonly { node: Node; next: number }[], to: Node): void {
  const members = path.slice(path.findIndex(({ node }) => node === to))
  const steps = members.flatMap(({ node, next }) => node.references[next - 1] ?? [])
  if (!steps.every(({ isUnique }) => isUnique)) return
  for (const [i, { node }] of members.entries()) {
    const cell = steps[i]?.cell
    if (cell) node.draft.cycle = new Set([...(node.draft.cycle ?? []), cell])
  }
}
