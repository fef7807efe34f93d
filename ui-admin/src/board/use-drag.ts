import {
  type Active,
  type CollisionDetection,
  type DndContextProps,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useState } from 'react'
import type { BoardCard } from './types.ts'

/** A smaller movement is a click. On touch, moving before the delay scrolls. */
const MOUSE = { activationConstraint: { distance: 6 } }
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }

/** Only near the edges. Otherwise the board scrolls while dragging, and the card drops into the wrong column. */
const AUTO_SCROLL = { threshold: { x: 0.04, y: 0.12 }, acceleration: 6 }

/**
 * Options for drop targets and auto-scroll. dnd-kit compares the pointer with rectangles it measured earlier, so it mistakes the end of a
 * column for the end of the board. Here an element scrolls only while the pointer is at its current edge.
 */
function createPointerOptions(): Required<Pick<DndContextProps, 'collisionDetection' | 'autoScroll'>> {
  let pointer: Parameters<CollisionDetection>[0]['pointerCoordinates'] = null
  return {
    collisionDetection: (found) => {
      pointer = found.pointerCoordinates
      return pointerWithin(found)
    },
    autoScroll: { ...AUTO_SCROLL, canScroll: (part) => pointer !== null && isAtEdge(part, pointer) },
  }
}

/** Whether a point is at an edge of an element or beyond it. The document itself ends with the window. */
function isAtEdge(part: Element, { x, y }: { x: number; y: number }): boolean {
  const { left, right, top, bottom } =
    part === document.scrollingElement ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : part.getBoundingClientRect()
  const { threshold } = AUTO_SCROLL
  const [besides, above] = [(right - left) * threshold.x, (bottom - top) * threshold.y]
  return x <= left + besides || x >= right - besides || y <= top + above || y >= bottom - above
}

// The board makes its own announcements in the user's language.
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

interface DraggedCard<C extends BoardCard> {
  card: C
  from: string
}

function draggedCard<C extends BoardCard>(active: Active): DraggedCard<C> | undefined {
  const { current } = active.data
  return current && { card: current['card'], from: current['from'] }
}

/** Pointer dragging of a card. */
export function useDrag<C extends BoardCard>(drop: (card: C, from: string, to: string) => void) {
  const [drag, setDrag] = useState<DraggedCard<C>>()
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  const [pointerOptions] = useState(createPointerOptions)
  const context: DndContextProps = {
    sensors,
    ...pointerOptions,
    accessibility: SILENT,
    onDragStart: ({ active }) => setDrag(draggedCard<C>(active)),
    onDragCancel: () => setDrag(undefined),
    onDragEnd: ({ active, over }) => {
      setDrag(undefined)
      const dragged = draggedCard<C>(active)
      if (dragged && over) drop(dragged.card, dragged.from, String(over.id))
    },
  }
  return { drag, context }
}
