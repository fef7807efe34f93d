import { createContext, use } from 'react'
import type { Draw, Place } from '../../domain/canvas.ts'
import type { LandingDrawn } from '../../api-types.ts'
import canvasStyles from './canvas.css?inline'

/** The store page that renders the elements, once it is hydrated. */
interface Shop {
  draw: Draw
  /** Absent: the page renders within itself. */
  page?: Document
}

/**
 * Connects the store page that renders, the placeholders in the builder, and the elements to render. These become available in any order.
 */
export function createCanvas() {
  const places = new Map<string, Place>()
  let frame: Document | undefined
  let shop: Shop | undefined
  let page: LandingDrawn | undefined
  let isRequested = false

  /** Batches changes of several placeholders into one render. */
  const draw = () => {
    if (isRequested) return
    isRequested = true
    queueMicrotask(() => {
      isRequested = false
      if (shop && page) shop.draw({ page, ...(shop.page ? { places: new Map(places) } : {}) })
    })
  }
  const dress = () => {
    if (shop?.page && frame) wear(frame, shop.page)
  }
  return {
    /** Sets the document that contains the placeholders, and applies the styles of the store to it. */
    in: (document: Document) => {
      frame = document
      dress()
    },
    by: (found: Shop) => {
      shop = found
      dress()
      draw()
    },
    show: (next: LandingDrawn) => {
      page = next
      draw()
    },
    /** Registers a placeholder for an element. Returns a function that removes it. */
    place: (id: string, place: Place) => {
      places.set(id, place)
      draw()
      return () => {
        if (places.get(id) !== place) return
        places.delete(id)
        draw()
      }
    },
  }
}

export type Canvas = ReturnType<typeof createCanvas>

const CanvasContext = createContext<Canvas | null>(null)

export const CanvasProvider = CanvasContext.Provider

/** The canvas of the page that is being edited. */
export function useCanvas(): Canvas {
  const canvas = use(CanvasContext)
  if (!canvas) throw new Error('useCanvas is used outside the builder')
  return canvas
}

const OURS = 'data-of-shop'

/** Copies language, template, colours and style sheets of the store page to a document, and adds the styles of the builder. */
function wear(document: Document, shop: Document): void {
  const { documentElement: root, head } = document
  for (const { name, value } of shop.documentElement.attributes) root.setAttribute(name, value)
  for (const old of head.querySelectorAll(`[${OURS}]`)) old.remove()
  const styleElement = document.createElement('style')
  styleElement.textContent = canvasStyles
  for (const sheet of [...shop.head.querySelectorAll('link[rel=stylesheet], style'), styleElement]) {
    const copy = document.importNode(sheet, true)
    copy.setAttribute(OURS, '')
    head.append(copy)
  }
}
