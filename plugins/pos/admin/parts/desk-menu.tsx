import { Button, Menu, MenuDivider, MenuItem, Popover } from '@blueprintjs/core'
import { More } from '@blueprintjs/icons'
import { adminPath, go } from 'stoa/admin'
import type { DeskState } from '../engine/use-desk.ts'
import { useMessages } from '../messages.ts'

/** Menu of further actions. Those that need the network are disabled offline. */
export function DeskMenu({ desk, onReport }: { desk: DeskState; onReport: () => void }) {
  const { state, plain, ticket, setDialog } = desk
  const { till, online } = state
  const full = ticket.lines.length > 0
  const say = useMessages()
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu size="large">
          {till.may.reprice && (
            <MenuItem text={say('discount')} icon="percentage" disabled={!full} onClick={() => setDialog({ kind: 'discount' })} />
          )}
          {till.codes && <MenuItem text={say('code')} icon="tag" disabled={!full || !online} onClick={() => setDialog({ kind: 'code' })} />}
          {till.points && ticket.customer && (
            <MenuItem text={say('points')} icon="star" disabled={!full || !online} onClick={() => setDialog({ kind: 'points' })} />
          )}
          <MenuItem text={say('clear')} icon="trash" disabled={!full} onClick={() => setDialog({ kind: 'clear' })} />
          <MenuDivider />
          <MenuItem text={say('pickup')} icon="box" label="F7" disabled={!online} onClick={() => setDialog({ kind: 'pickup' })} />
          {till.may.give_back && (
            <MenuItem text={say('returnGoods')} icon="undo" disabled={!online} onClick={() => setDialog({ kind: 'return' })} />
          )}
          {till.may.unproven && (
            <MenuItem text={say('unproven')} icon="undo" disabled={!online} onClick={() => setDialog({ kind: 'unproven' })} />
          )}
          {till.may.cash && (
            <MenuItem text={say('cashMove')} icon="bank-account" disabled={!online} onClick={() => setDialog({ kind: 'cash' })} />
          )}
          <MenuItem text={say('reportX')} icon="timeline-events" disabled={!online} onClick={onReport} />
          <MenuDivider />
          <MenuItem
            text={say('display')}
            icon="desktop"
            onClick={() => window.open(adminPath(`store/pos/display/${till.store.id}`), 'stoa-display', 'popup,width=960,height=600')}
          />
          <MenuItem
            text={plain ? say('full') : say('plain')}
            icon={plain ? 'grid-view' : 'key-command'}
            onClick={() => go(adminPath(plain ? `store/pos/new/${till.store.id}` : `store/pos/${till.store.id}`))}
          />
          {till.may.close && (
            <MenuItem text={say('close')} icon="log-out" intent="danger" disabled={!online} onClick={() => setDialog({ kind: 'close' })} />
          )}
        </Menu>
      }
    >
      <Button variant="minimal" size="large" icon={<More aria-hidden />} aria-label={say('more_menu')} />
    </Popover>
  )
}
