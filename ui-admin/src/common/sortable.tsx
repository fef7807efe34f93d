import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
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

/** A list sortable by dragging or by keys on the handle. */
export function Sortable<T>({
  items,
  getId,
  getTitle,
  arrange,
  disabled,
  children,
}: {
  items: readonly T[]
  getId: (item: T) => string
  getTitle: (item: T) => string
  arrange: (items: T[]) => void
  disabled: boolean
  children: (item: T, index: number, grip: Grip) => ReactNode
}) {
  const say = useMessages()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(getId)
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
      <SortableContext items={ids} strategy={rectSortingStrategy} disabled={disabled}>
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
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const moved = transform ? `translate(${Math.round(transform.x)}px, ${Math.round(transform.y)}px)` : undefined
  return children({
    item: { ref: setNodeRef, style: { transform: moved, transition }, className: isDragging ? ' is-dragged' : '' },
    handle: { ...attributes, ...listeners, 'aria-label': label },
  })
}
