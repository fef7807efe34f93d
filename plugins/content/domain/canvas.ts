import type { LandingDrawn } from '../api-types.ts'

/** Page of the shop that draws elements for the page builder. It is empty by itself, and there for staff alone. */
export const CANVAS_PATH = '/landing-page'

/** Event by which that page hands a `Draw` to the frame it is shown in. Pages of other origins have no frame to hand it to. */
export const CANVAS_READY = 'landing-canvas-ready'

/** Name under which the end of the page has its place; no element is called so. */
export const CANVAS_END = ':end'

/** Where one element is drawn. */
export interface Place {
  node: HTMLElement
  /** What already stands in its columns, by the name of the column. */
  holes: Readonly<Record<string, HTMLElement>>
}

/** What is drawn, and where: each element in a place of its own, or without places the page as a whole. */
export interface Drawing {
  page: LandingDrawn
  places?: ReadonlyMap<string, Place>
}

/** Draws for the page builder until it is told otherwise. */
export type Draw = (drawing: Drawing) => void
