import {
  closestCenter,
  DndContext,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  type SortingStrategy,
  useSortable,
} from '@dnd-kit/sortable'
import type { CSSProperties, ReactNode } from 'react'
import { getTexts } from '../i18n/load-messages.ts'
import './sortable.css'

/** Messages of sortable lists. */
const useMessages = getTexts('sortable')

/** Props for a sortable item and its handle. */
export interface Grip {
  item: { ref: (node: HTMLElement | null) => void; style: CSSProperties; className: string }
  handle: Record<string, unknown>
}

/** Items stay where they are while another is dragged. */
const staying: SortingStrategy = () => null

/** The center of the item before or after the one that the dragged item is over, in the order of the list. */
const toNeighbor =
  (ids: readonly string[]): KeyboardCoordinateGetter =>
  (event, { active, context: { over, droppableRects, collisionRect } }) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.code]
    if (step === undefined || !collisionRect) return undefined
    event.preventDefault()
    const rect = droppableRects.get(ids[ids.indexOf(String(over?.id ?? active)) + step] ?? '')
    if (!rect) return undefined
    return { x: rect.left + (rect.width - collisionRect.width) / 2, y: rect.top + (rect.height - collisionRect.height) / 2 }
  }

/**
 * A list sortable by dragging or by keys on the handle. Items of different sizes (`hasSizes`) stay where they are until the dragged one is
 * dropped, and the arrow keys follow their order.
 */
export function Sortable<T>({
  items,
  getId,
  getTitle,
  arrange,
  disabled,
  hasSizes = false,
  children,
}: {
  items: readonly T[]
  getId: (item: T) => string
  getTitle: (item: T) => string
  arrange: (items: T[]) => void
  disabled: boolean
  hasSizes?: boolean
  children: (item: T, index: number, grip: Grip) => ReactNode
}) {
  const say = useMessages()
  const ids = items.map(getId)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: hasSizes ? toNeighbor(ids) : sortableKeyboardCoordinates }),
  )
  const getIndex = (id: unknown) => ids.indexOf(String(id))
  const named = (id: unknown) => {
    const item = items[getIndex(id)]
    return item ? getTitle(item) : ''
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        // Announcements are rendered outside of the list.
        container: document.body,
        screenReaderInstructions: { draggable: say('dragHow') },
        announcements: {
          onDragStart: ({ active }) => say('dragStart', { name: named(active.id) }),
          onDragOver: ({ active, over }) => (over ? say('dragOver', { name: named(active.id), place: getIndex(over.id) + 1 }) : undefined),
          onDragEnd: ({ active, over }) => say('dragEnd', { name: named(active.id), place: getIndex(over?.id ?? active.id) + 1 }),
          onDragCancel: ({ active }) => say('dragCancel', { name: named(active.id) }),
        },
      }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [getIndex(active.id), getIndex(over?.id)]
        if (from >= 0 && to >= 0 && from !== to) arrange(arrayMove([...items], from, to))
      }}
    >
      <SortableContext items={ids} strategy={hasSizes ? staying : rectSortingStrategy} disabled={disabled}>
        {items.map((item, index) => (
          <Item key={getId(item)} id={getId(item)} label={say('drag', { name: getTitle(item) })}>
            {(grip) => children(item, index, grip)}
          </Item>
        ))}
      </SortableContext>
    </DndContext>
  )
}

function Item({ id, label, children }: { id: string; label: string; children: (grip: Grip) => ReactNode }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging, isOver } = useSortable({ id })
  const moved = transform ? `translate(${Math.round(transform.x)}px, ${Math.round(transform.y)}px)` : undefined
  return children({
    item: { ref: setNodeRef, style: { transform: moved, transition }, className: isDragging ? ' is-sorting' : isOver ? ' is-target' : '' },
    handle: { ...attributes, ...listeners, 'aria-label': label },
  })
}
