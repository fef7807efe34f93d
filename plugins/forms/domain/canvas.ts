import type { TabView } from '../api-types.ts'

/** Page of the shop that draws a form while it is built. It is empty by itself, and there for staff alone. */
export const CANVAS_PATH = '/form'

/** Event by which that page hands a `Draw` to the frame it is shown in. Pages of other origins have no frame to hand it to. */
export const CANVAS_READY = 'form-canvas-ready'

/** Draws the pages of a form until it is told otherwise. */
export type Draw = (tabs: TabView[]) => void
