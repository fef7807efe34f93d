import type { Ctx, Kernel, Tx } from 'stoa'
import type { Resource } from 'stoa/engine'
import type { Column } from '../mapping/columns.ts'
import type { Cell } from '../mapping/read-lines.ts'
import { referencesIn } from '../mapping/references.ts'
import { jsonIn, relationParts } from './convert.ts'
import type { Draft } from './records.ts'
import type { Relations } from './relations.ts'

/** A row of a resource that a cell names. */
export interface NamedRow {
  target: Resource
  part: string
  cell: Cell
}

/** Every row that a record names: in relations and in JSON values. */
export function* namedRows(kernel: Kernel, draft: Draft): Generator<NamedRow> {
  for (const [column, cell] of draft.cells) {
    if (!column.reads) continue
    for (const [to, parts] of getParts(kernel, column, cell))
      for (const part of parts) if (part !== '') yield { target: kernel.registry.resource(to), part, cell }
  }
  for (const list of draft.children.values()) for (const child of list) yield* namedRows(kernel, child)
}

/** Looks up all rows that records name, with one query per resource. Returns the named resources. */
export async function loadNamedRows(
  tx: Tx,
  { kernel }: Ctx,
  relations: Relations,
  drafts: readonly Draft[],
): Promise<ReadonlySet<Resource>> {
  const namesByResource = new Map<Resource, Set<string>>()
  for (const draft of drafts) {
    for (const { target, part } of namedRows(kernel, draft))
      namesByResource.set(target, (namesByResource.get(target) ?? new Set()).add(part))
  }
  for (const [target, parts] of namesByResource) await relations.load(tx, target, parts)
  return new Set(namesByResource.keys())
}

function getParts(kernel: Kernel, column: Column, cell: Cell): (readonly [string, readonly string[]])[] {
  if (column.references) return [...referencesIn(kernel, column, jsonIn(cell))].map(([to, parts]) => [to, [...parts].map(String)] as const)
  const { kind, to = '' } = column.field?.meta ?? {}
  return kind === 'one' || kind === 'many' ? [[to, relationParts(column, cell)]] : []
}
