import type { LandingDrawn } from '../api-types.ts'

/** Store page that renders elements for the page builder. It is empty without the builder, and used by staff only. */
export const CANVAS_PATH = '/landing-page'

/** Event with which that page passes a `Draw` function to its parent frame. Pages of other origins have no access to the frame. */
export const CANVAS_READY = 'landing-canvas-ready'

/** Placeholder name of the end of the page; no element has this id. */
export const CANVAS_END = ':end'

/** A placeholder for one element. */
export interface Place {
  node: HTMLElement
  /** Contents of its columns, by column name. */
  holes: Readonly<Record<string, HTMLElement>>
}

/** What to render, and where: each element into its placeholder; without placeholders the whole page. */
export interface Drawing {
  page: LandingDrawn
  places?: ReadonlyMap<string, Place>
}

/** Renders a page in the page builder. Called again for each change. */
export type Draw = (drawing: Drawing) => void
