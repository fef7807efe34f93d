import { createContext, use } from 'react'
import type { Draw, Place } from '../../domain/canvas.ts'
import type { LandingDrawn } from '../../api-types.ts'
import canvasStyles from './canvas.css?inline'

/** The page of the shop that draws, once it is awake. */
interface Shop {
  draw: Draw
  /** Absent: it draws within itself. */
  page?: Document
}

/**
 * Brings three together that come when they please: the shop's page that draws, the places where elements stand while
 * they are built, and what is to be drawn there.
 */
export function createCanvas() {
  const places = new Map<string, Place>()
  let frame: Document | undefined
  let shop: Shop | undefined
  let page: LandingDrawn | undefined
  let asked = false

  /** Many places come and go at once; they are drawn together. */
  const draw = () => {
    if (asked) return
    asked = true
    queueMicrotask(() => {
      asked = false
      if (shop && page) shop.draw({ page, ...(shop.page ? { places: new Map(places) } : {}) })
    })
  }
  const dress = () => {
    if (shop?.page && frame) wear(frame, shop.page)
  }
  return {
    /** The document the places are in. It takes on the shop's look. */
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
    /** Has an element drawn in a place, until what it answers is called. */
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

/** Where the page is shown that is being built. */
export function useCanvas(): Canvas {
  const canvas = use(CanvasContext)
  if (!canvas) throw new Error('useCanvas is used outside the builder')
  return canvas
}

const OURS = 'data-of-shop'

/** Gives a document the language, template, colours and style sheets of the shop's page, and what the builder needs besides. */
function wear(document: Document, shop: Document): void {
  const { documentElement: root, head } = document
  for (const { name, value } of shop.documentElement.attributes) root.setAttribute(name, value)
  for (const old of head.querySelectorAll(`[${OURS}]`)) old.remove()
  const own = document.createElement('style')
  own.textContent = canvasStyles
  for (const sheet of [...shop.head.querySelectorAll('link[rel=stylesheet], style'), own]) {
    const copy = document.importNode(sheet, true)
    copy.setAttribute(OURS, '')
    head.append(copy)
  }
}
