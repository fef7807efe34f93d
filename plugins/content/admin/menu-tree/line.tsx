import { Button, Tag } from '@blueprintjs/core'
import { Add, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, DragHandleVertical } from '@blueprintjs/icons'
import { useSortable } from '@dnd-kit/sortable'
import { stepped, type Step } from './tree.ts'
import { useMessages } from './messages.ts'
import type { Entry } from './use-order.ts'

/** Indentation per level, in pixels. */
export const INDENT = 28

interface Props {
  entry: Entry
  lines: Entry[]
  /** Depth at the current drop position. */
  depth: number
  typeLabel: string
  chosen: boolean
  editable: boolean
  choose: () => void
  step: (step: Step) => void
  addInside?: (() => void) | undefined
}

const arrows = [
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['out', ArrowLeft],
  ['in', ArrowRight],
] as const

/** One menu entry: drag handle, title, target, and buttons that move it without dragging. */
export function Line({ entry, lines, depth, typeLabel, chosen, editable, choose, step, addInside }: Props) {
  const say = useMessages()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: entry.id, disabled: !editable })
  const { title } = entry
  return (
    <li
      ref={setNodeRef}
      className={`menu-line${chosen ? ' is-chosen' : ''}${isDragging ? ' is-dragging' : ''}${entry.enabled ? '' : ' is-off'}`}
      style={{
        // The layout of a dragged row does not change, only its drawing. A moving box would be measured as a pointer movement.
        marginLeft: entry.depth * INDENT,
        transition,
        ...(transform && {
          transform: `translate3d(${isDragging ? (depth - entry.depth) * INDENT : transform.x}px, ${transform.y}px, 0)`,
        }),
      }}
      data-depth={depth}
    >
      {editable && (
        <button type="button" className="icon-button menu-handle" {...attributes} {...listeners} aria-label={say('drag', { title })}>
          <DragHandleVertical aria-hidden />
        </button>
      )}
      <button type="button" className="menu-name" aria-pressed={chosen} onClick={choose}>
        <span>{title || `#${entry.id}`}</span>
        <span className="quiet small">
          {typeLabel}
          {entry.url ? ` · ${entry.url}` : ''}
        </span>
        <span className="sr-only">, {say('level', { level: depth + 1 })}</span>
      </button>
      {!entry.enabled && <Tag minimal>{say('off')}</Tag>}
      {editable && (
        <span className="menu-steps">
          {arrows.map(([name, Icon]) => (
            <Button
              key={name}
              size="small"
              variant="minimal"
              icon={<Icon aria-hidden />}
              aria-label={say(name, { title })}
              disabled={stepped(lines, entry.id, name) === undefined}
              onClick={() => step(name)}
            />
          ))}
          {addInside && (
            <Button
              size="small"
              variant="minimal"
              icon={<Add aria-hidden />}
              aria-label={say('addInside', { title })}
              onClick={addInside}
            />
          )}
        </span>
      )}
    </li>
  )
}
