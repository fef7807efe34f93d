import { listRichImages } from 'stoa'
import type { FilePathWithin } from 'stoa/engine'
import { elementKinds, type PropKind } from '../domain/element-kinds.ts'
import type { Element, Elements } from '../api-types.ts'

type Bag = Record<string, unknown>

/** The upload paths in the elements of a page, including nested ones. */
export function* elementFilePaths({ content, zones }: Elements): Generator<FilePathWithin> {
  yield* inElements(content ?? [], 'content')
  for (const [name, list] of Object.entries(zones ?? {})) yield* inElements(list, `zones.${name}`)
}

function* inElements(list: readonly Element[], at: string): Generator<FilePathWithin> {
  for (const [i, { type, props }] of list.entries()) yield* inProps(elementKinds[type] ?? {}, props ?? {}, `${at}.${i}`)
}

function* inProps(kinds: Readonly<Record<string, PropKind>>, props: Bag, at: string): Generator<FilePathWithin> {
  for (const [name, kind] of Object.entries(kinds)) yield* inProp(kind, props[name], `${at}.${name}`)
}

function* inProp(kind: PropKind, value: unknown, at: string): Generator<FilePathWithin> {
  if (kind.kind === 'image' && typeof value === 'string' && value !== '') yield { at, path: value }
  else if (kind.kind === 'rich' && typeof value === 'string') yield* listRichImages(value).map((path) => ({ at, path }))
  else if (kind.kind === 'slot' && Array.isArray(value)) yield* inElements(value as Element[], at)
  else if (kind.kind === 'list' && Array.isArray(value))
    for (const [i, item] of (value as Bag[]).entries()) yield* inProps(kind.of, item, `${at}.${i}`)
}
