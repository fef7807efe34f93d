import { useMemo, useState } from 'react'
import type { Column, ResourceInfo } from 'stoa/api-types'
import type { SavedView } from 'stoa/plugins/desk'
import { keepPreference, usePreference } from '../state/preferences.ts'

/** How a list is drawn: which columns in which order, and how close the rows stand. */
export interface Look {
  /** Names in order; empty: as declared. */
  columns: string[]
  compact: boolean
}

const plain: Look = { columns: [], compact: false }

export interface LookState {
  look: Look
  columns: Column[]
  /** Somebody chose the columns; without that they are the declared ones. */
  chosen: boolean
  change: (part: Partial<Look>) => void
  /** The view in use is drawn differently from how it was kept. */
  changed: boolean
}

/**
 * The look of a list. It belongs to the person and follows them; while a kept view is in use it is that view's,
 * and a change stays on this page until it is saved there.
 */
export function useLook(resource: ResourceInfo, view: SavedView | undefined): LookState {
  const key = `list:${resource.name}`
  const own = { ...plain, ...usePreference<Partial<Look>>(key, plain) }
  const [draft, setDraft] = useState<{ view: number; look: Look } | null>(null)
  const kept: Look = view ? { columns: view.columns.length ? view.columns : own.columns, compact: view.compact } : own
  const drafted = view && draft?.view === view.id ? draft.look : undefined
  const look = drafted ?? kept
  const names = look.columns.join()
  const columns = useMemo(() => shownColumns(resource, names ? names.split(',') : []), [resource, names])
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    if (view) setDraft({ view: view.id, look: next })
    else void keepPreference(key, next.columns.length || next.compact ? next : null)
  }
  return { look, columns, chosen: names !== '', change, changed: drafted !== undefined && JSON.stringify(drafted) !== JSON.stringify(kept) }
}

/** The columns of a choice in its order; what is no longer there is left out. */
function shownColumns(resource: ResourceInfo, names: string[]): Column[] {
  const chosen = names.flatMap((name) => resource.columns.find((column) => column.name === name) ?? [])
  return chosen.length ? chosen : resource.columns.filter((column) => !column.extra)
}
