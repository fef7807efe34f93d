import { useMemo, useState } from 'react'
import type { Column, ResourceInfo } from 'stoa/api-types'
import type { SavedView } from 'stoa/plugins/desk'
import { keepPreference, usePreference } from '../state/preferences.ts'

/** Appearance of a list: columns, their order, and row density. */
export interface Look {
  /** Column names in order; empty for the default. */
  columns: string[]
  compact: boolean
}

const plain: Look = { columns: [], compact: false }

export interface LookState {
  look: Look
  columns: Column[]
  /** The user has chosen the columns; otherwise the default applies. */
  chosen: boolean
  change: (part: Partial<Look>) => void
  /** The appearance differs from that of the saved view. */
  changed: boolean
}

/**
 * The appearance of a list. It is a preference of the user. With a saved view it is that of the view, and changes stay on the page until
 * the view is saved.
 */
export function useLook(resource: ResourceInfo, view: SavedView | undefined): LookState {
  const key = `list:${resource.name}`
  const personalLook = { ...plain, ...usePreference<Partial<Look>>(key, plain) }
  const [draft, setDraft] = useState<{ view: number; look: Look } | null>(null)
  const savedLook: Look = view
    ? { columns: view.columns.length ? view.columns : personalLook.columns, compact: view.compact }
    : personalLook
  const drafted = view && draft?.view === view.id ? draft.look : undefined
  const look = drafted ?? savedLook
  const names = look.columns.join()
  const columns = useMemo(() => shownColumns(resource, names ? names.split(',') : []), [resource, names])
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    if (view) setDraft({ view: view.id, look: next })
    else void keepPreference(key, next.columns.length || next.compact ? next : null)
  }
  return {
    look,
    columns,
    chosen: names !== '',
    change,
    changed: drafted !== undefined && JSON.stringify(drafted) !== JSON.stringify(savedLook),
  }
}

/** The chosen columns in order; removed columns are left out. */
function shownColumns(resource: ResourceInfo, names: string[]): Column[] {
  const chosen = names.flatMap((name) => resource.columns.find((column) => column.name === name) ?? [])
  return chosen.length ? chosen : resource.columns.filter((column) => !column.extra)
}
