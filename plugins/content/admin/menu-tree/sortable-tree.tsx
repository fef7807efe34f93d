import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragMoveEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useRef, useState, type ReactNode } from 'react'
import { INDENT } from './line.tsx'
import { useMessages } from './messages.ts'
import { dropped, landing, getParent, getSpan } from './tree.ts'
import type { Entry } from './use-order.ts'

/** Keyboard: left and right change the depth, up and down the position. */
const coordinates: KeyboardCoordinateGetter = (event, args) => {
  const { x, y } = args.currentCoordinates
  if (event.code === 'ArrowRight') return { x: x + INDENT, y }
  if (event.code === 'ArrowLeft') return { x: x - INDENT, y }
  const next = sortableKeyboardCoordinates(event, args)
  // Horizontal movement is dropped, because it would change the depth.
  return next && { x, y: next.y }
}

interface Props {
  lines: Entry[]
  arrange: (next: Entry[], title: string) => void
  /** Renders a row; `depth` is the depth at the drop position. */
  children: (entry: Entry, depth: number) => ReactNode
}

interface Drag {
  id: number
  over: number
  depth: number
}

/** A list whose rows can be dragged to another position and depth, by pointer or by keyboard. */
export function SortableTree({ lines, arrange, children }: Props) {
  const say = useMessages()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: coordinates }),
  )
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef<Drag>(undefined)
  /** The last announcement, to avoid repeating it. */
  const lastAnnouncement = useRef('')
  const getTitle = (id: unknown) => lines.find((line) => line.id === Number(id))?.title ?? ''
  const getRequestedDepth = (id: number, x: number) => (lines.find((line) => line.id === id)?.depth ?? 0) + Math.round(x / INDENT)
  const follow = ({ active, over, delta }: DragMoveEvent) => {
    const id = Number(active.id)
    const target = Number(over?.id ?? id)
    const next = { id, over: target, depth: landing(lines, id, target, Math.max(0, getRequestedDepth(id, delta.x))).depth }
    const last = latest.current
    if (last && last.over === next.over && last.depth === next.depth) return
    latest.current = next
    setDrag(next)
  }
  const end = () => {
    latest.current = undefined
    setDrag(undefined)
  }
  // Descendants of the dragged row are hidden and move with it.
  const at = drag ? lines.findIndex((line) => line.id === drag.id) : -1
  const inside = at < 0 ? new Set<number>() : new Set(lines.slice(at + 1, at + getSpan(lines, at)).map((line) => line.id))
  const visibleLines = lines.filter((line) => !inside.has(line.id))
  const whereTo = () => {
    const now = latest.current
    if (!now || lastAnnouncement.current === `${now.over} ${now.depth}`) return undefined
    lastAnnouncement.current = `${now.over} ${now.depth}`
    const next = dropped(lines, now.id, now.over, now.depth)
    const parent = getParent(next, now.id)
    const place = parent ? say('under', { parent: parent.title }) : say('first')
    return say('over', { title: getTitle(now.id), level: now.depth + 1, place })
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => say('picked', { title: getTitle(active.id) }),
    onDragMove: () => whereTo(),
    onDragOver: () => whereTo(),
    onDragEnd: ({ active }) => say('droppedAt', { title: getTitle(active.id), level: (latest.current?.depth ?? 0) + 1 }),
    onDragCancel: ({ active }) => say('canceled', { title: getTitle(active.id) }),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: say('instructions') } }}
      onDragStart={({ active }) => {
        const id = Number(active.id)
        latest.current = { id, over: id, depth: lines.find((line) => line.id === id)?.depth ?? 0 }
        lastAnnouncement.current = `${id} ${latest.current.depth}`
        setDrag(latest.current)
      }}
      onDragMove={follow}
      onDragOver={follow}
      onDragCancel={end}
      onDragEnd={() => {
        const now = latest.current
        end()
        if (now) arrange(dropped(lines, now.id, now.over, now.depth), getTitle(now.id))
      }}
    >
      <SortableContext items={visibleLines.map((line) => line.id)} strategy={verticalListSortingStrategy}>
        <ol className="menu-lines" aria-label={say('list')}>
          {visibleLines.map((entry) => children(entry, drag?.id === entry.id ? drag.depth : entry.depth))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}
