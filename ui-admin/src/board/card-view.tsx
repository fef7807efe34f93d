import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { useDraggable } from '@dnd-kit/core'
import { type KeyboardEvent, type ReactNode } from 'react'
import { LightMenu } from '../common/light-menu.tsx'
import { follow, go as open } from '../common/link.tsx'
import type { BoardCard, BoardColumn, BoardExtra } from './types.ts'
import { useMessages } from './messages.ts'

export interface CardViewProps<C extends BoardCard> {
  card: C
  from: string
  name: string
  to: string | undefined
  /** Columns the card may move to. */
  targets: readonly BoardColumn[]
  extras: readonly BoardExtra[]
  movable: boolean
  /** The move is being saved. */
  busy: boolean
  carried: boolean
  /** Reasons of a failed move. */
  refused: readonly string[] | undefined
  /** The card is a tab stop: the first of its column, and the focused one. */
  stop: boolean
  /** Id of the keyboard instructions. */
  keys: string
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: () => void
  onLeave: () => void
  go: (to: string) => void
  children: ReactNode
}

/** One card: its name as a link, its content, and a menu that moves it without dragging. */
export function CardView<C extends BoardCard>(props: CardViewProps<C>) {
  const { card, from, name, to, movable, busy, carried, refused, stop } = props
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: String(card.id),
    data: { card, from },
    disabled: !movable || busy,
  })
  const look = ['board-card', isDragging && 'is-dragged', carried && 'is-carried', busy && 'is-busy', movable && 'is-movable']
  return (
    <li>
      {/* A card is focusable: arrow keys move between cards, and move the one that is picked up. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={setNodeRef}
        className={look.filter(Boolean).join(' ')}
        role="group"
        aria-label={name}
        aria-describedby={props.keys}
        aria-busy={busy}
        data-card={card.id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={stop ? 0 : -1}
        {...listeners}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return
          if (event.key === 'Enter' && !carried && to) return open(to)
          props.onKey(event)
        }}
        onFocus={props.onFocus}
        onBlur={(event) => {
          if (carried && event.target === event.currentTarget) props.onLeave()
        }}
      >
        <div className="board-card-head">
          {to ? (
            <a href={to} draggable={false} tabIndex={stop ? 0 : -1} onClick={follow(to)}>
              {name}
            </a>
          ) : (
            <strong>{name}</strong>
          )}
          {movable && <MoveMenu {...props} />}
        </div>
        {props.children}
        {refused && (
          <div className="field-error board-refused">
            {refused.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function MoveMenu<C extends BoardCard>({ name, targets, extras, stop, busy, go }: CardViewProps<C>) {
  const say = useMessages()
  const title = say('moveOne', { name })
  return (
    <LightMenu
      tabIndex={stop ? 0 : -1}
      disabled={busy}
      aria-label={title}
      title={say('moveTo')}
      menu={() => (
        <Menu aria-label={title}>
          <MenuDivider title={say('moveTo')} />
          {targets.map((target) => (
            <MenuItem key={target.id} text={target.title} onClick={() => go(target.id)} />
          ))}
          {targets.length === 0 && extras.length === 0 && <MenuItem disabled text={say('cannot')} />}
          {extras.length > 0 && targets.length > 0 && <MenuDivider />}
          {extras.map(({ label, intent, run }) => (
            <MenuItem key={label} text={label} intent={intent ?? 'none'} onClick={run} />
          ))}
        </Menu>
      )}
    />
  )
}
