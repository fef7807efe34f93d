import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { ActionInfo, Locale } from 'stoa/api-types'
import type { statusGroups } from '../widgets/status/status-tag.tsx'

/** What every dialog of a document is given. */
export interface DocumentDialogProps {
  close: () => void
  /** Shows the document anew; resolves when it is there. */
  done: () => Promise<unknown>
}

/** Draws a dialog, of the document as it is at that moment. */
export type DocumentDialog<D> = (data: D, props: DocumentDialogProps) => ReactNode

/** Something that can be done with a document beside the moves of its resource: in a dialog, or on another page of the admin. */
export type DocumentStep<D> = {
  name: string
  label: string
  /** It is the usual way on. The first such step stands out. */
  leads?: boolean
  intent?: ActionInfo['intent']
  icon?: ReactElement
  /** What follows from it. */
  hint?: string | undefined
} & ({ dialog: DocumentDialog<D>; to?: never } | { to: string; dialog?: never })

/** Something to know before all else. */
export interface DocumentNote {
  intent?: 'warning' | 'danger'
  text: ReactNode
}

/** A paper that can be opened beside the page. */
export interface DocumentFile {
  label: string
  href: string
}

/** The words of the usual way a document goes, first to last. */
export type DocumentRoad = readonly (keyof typeof statusGroups)[]

/** A document as its screen shows it. */
export interface DocumentShown<D> {
  /** Its number. */
  title: string
  /** The word of its status; moves of the resource that it allows are offered by themselves. */
  status: string
  who?: ReactNode
  amount?: { value: string; currency: string }
  /** When it was made or placed. */
  at?: string | null
  /** What else one line says of it: further statuses, a deadline. */
  facts?: readonly ReactNode[]
  notes?: readonly (DocumentNote | false)[]
  road?: DocumentRoad
  /** Steps beside the moves. */
  steps?: readonly (DocumentStep<D> | false)[]
  /** False for a move that its status allows and something else does not. */
  offers?: (move: ActionInfo) => boolean
  /** What follows from a move, in words. */
  hint?: (move: ActionInfo) => string | undefined
  /** The kind of its requests for approval, which stand first. */
  approvals?: string
  main: ReactNode
  /** Stands beside it; pieces of other plugins at `<resource>.view.side` and its papers follow. */
  side: ReactNode
  papers?: readonly (DocumentFile | false)[]
  timeline: ReactNode
}

/** What the screen of a document can use of the kit. */
export interface DocumentTools<D> {
  /** Whether the signed-in person has a permission. */
  may: (right: string) => boolean
  open: (dialog: DocumentDialog<D>) => void
  /** To be called after every change: shows it anew, resolves when it is there, and tells what became of it. */
  done: () => Promise<unknown>
}

/** What a piece at the slot `<resource>.view.main` gets: it draws cards, and may bring steps. */
export interface DocumentPiece<D> extends Pick<DocumentTools<D>, 'open' | 'done'> {
  /** The document as its screen has it. */
  data: D
  /** Adds steps under a name of the piece's own, or puts newer ones in their place. */
  bring: (name: string, steps: readonly (DocumentStep<D> | false)[]) => void
}

export interface DocumentViewProps<D> {
  /** The resource it is a row of. */
  of: string
  /** What is kept under its key others may read too, as the server told it: what is said otherwise here is said by `select`. */
  load: (id: string, language: Locale) => { queryKey: QueryKey; queryFn: () => Promise<D>; select?: (kept: D) => D }
  /** Lets what shows it be read anew; resolves when its screen has it. */
  changed: (client: QueryClient, id: string) => Promise<unknown>
  render: (data: D, tools: DocumentTools<D>) => DocumentShown<D>
}
