import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { ActionInfo, Locale } from 'stoa/api-types'
import type { statusGroups } from '../widgets/status/status-tag.tsx'

/** Props of every document dialog. */
export interface DocumentDialogProps {
  close: () => void
  /** Reloads the document; resolves when it is loaded. */
  done: () => Promise<unknown>
}

/** Renders a dialog with the current document. */
export type DocumentDialog<D> = (data: D, props: DocumentDialogProps) => ReactNode

/** An action on a document beside the transitions of its resource: a dialog or a link to another page. */
export type DocumentStep<D> = {
  name: string
  label: string
  /** A regular next step. The first such step becomes the primary button. */
  leads?: boolean
  intent?: ActionInfo['intent']
  icon?: ReactElement
  /** Consequence of the step. */
  hint?: string | undefined
} & ({ dialog: DocumentDialog<D>; to?: never } | { to: string; dialog?: never })

/** A notice at the top. */
export interface DocumentNote {
  intent?: 'warning' | 'danger'
  text: ReactNode
}

/** A document that opens in a new tab. */
export interface DocumentFile {
  label: string
  href: string
}

/** The statuses of the usual steps, in order. */
export type DocumentRoad = readonly (keyof typeof statusGroups)[]

/** A document as its screen shows it. */
export interface DocumentShown<D> {
  /** Number of the document. */
  title: string
  /** Status; the permitted transitions of the resource are offered automatically. */
  status: string
  counterparty?: ReactNode
  amount?: { value: string; currency: string }
  /** Time of creation. */
  at?: string | null
  /** Further facts of the summary line: other statuses, a deadline. */
  facts?: readonly ReactNode[]
  notes?: readonly (DocumentNote | false)[]
  road?: DocumentRoad
  /** Actions beside the transitions. */
  steps?: readonly (DocumentStep<D> | false)[]
  /** Returns false to hide a permitted transition. */
  offers?: (move: ActionInfo) => boolean
  /** Consequence of a transition. */
  hint?: (move: ActionInfo) => string | undefined
  /** Type of its approval requests, which are shown first. */
  approvals?: string
  main: ReactNode
  /** Side column, followed by contributions at `<resource>.view.side` and the files. */
  side: ReactNode
  files?: readonly (DocumentFile | false)[]
  timeline: ReactNode
}

/** Helpers for the screen of a document. */
export interface DocumentTools<D> {
  /** Whether the user has a permission. */
  may: (right: string) => boolean
  open: (dialog: DocumentDialog<D>) => void
  /** Call after every change: reloads the document, resolves when it is loaded, and announces the new status. */
  done: () => Promise<unknown>
}

/** Props of a contribution at `<resource>.view.main`: it renders cards and may add steps. */
export interface DocumentPiece<D> extends Pick<DocumentTools<D>, 'open' | 'done'> {
  /** The document data of the screen. */
  data: D
  /** Adds or replaces the steps of a contribution, by a name of its own. */
  bring: (name: string, steps: readonly (DocumentStep<D> | false)[]) => void
}

export interface DocumentViewProps<D> {
  /** The resource of the document. */
  resource: string
  /** Query of the document. The cached value is the server's response, because other components read it; derive view data in `select`. */
  load: (id: string, language: Locale) => { queryKey: QueryKey; queryFn: () => Promise<D>; select?: (cached: D) => D }
  /** Invalidates the queries that show the document; resolves when its screen is up to date. */
  changed: (client: QueryClient, id: string) => Promise<unknown>
  render: (data: D, tools: DocumentTools<D>) => DocumentShown<D>
}
