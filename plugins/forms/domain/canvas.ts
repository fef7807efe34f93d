import type { TabView } from '../api-types.ts'

/** Store page that renders a form in the form builder. It is empty without the builder, and used by staff only. */
export const CANVAS_PATH = '/form'

/** Event with which that page passes a `Draw` function to its parent frame. Pages of other origins have no access to the frame. */
export const CANVAS_READY = 'form-canvas-ready'

/** Renders the pages of a form. Called again for each change. */
export type Draw = (tabs: TabView[]) => void
