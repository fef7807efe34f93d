import { Button } from '@blueprintjs/core'
import { useFigures } from '../engine/figures.ts'
import { getUnits } from '../engine/ticket.ts'
import type { DeskState } from '../engine/use-desk.ts'
import { useMessages } from '../messages.ts'

/** Side shown on a narrow screen. */
export type DeskSide = 'products' | 'ticket'

/** Switch between the sides on a narrow screen. */
export function DeskTabs({ desk, side, onSide }: { desk: DeskState; side: DeskSide; onSide: (side: DeskSide) => void }) {
  const say = useMessages()
  const figure = useFigures()
  const count = getUnits(desk.ticket)
  const tab = (tabSide: DeskSide) => ({
    className: 'phone-button',
    active: side === tabSide,
    'aria-pressed': side === tabSide,
    onClick: () => onSide(tabSide),
  })
  return (
    <nav className="till-tabs">
      <Button {...tab('products')}>{say('products')}</Button>
      <Button {...tab('ticket')}>
        {say('showTicket', { total: figure(desk.total) })} {count > 0 && <b className="till-count">{count}</b>}
      </Button>
    </nav>
  )
}
