import { Button } from '@blueprintjs/core'
import { Add, Person, Print } from '@blueprintjs/icons'
import { adminPath, apiUrl, go, type ListActionProps, useSession } from 'stoa/admin'
import { useMessages } from './order-view/messages.ts'

/** Actions above the order list: own orders, documents of the selected orders, and a new order. */
export default function OrderListActions({ selected, state }: ListActionProps) {
  const say = useMessages()
  const { me } = useSession()
  const mine = state.filters.assigned_to === String(me.id)
  return (
    <>
      <Button
        icon={<Person aria-hidden />}
        text={say('mine')}
        active={mine}
        aria-pressed={mine}
        onClick={() => go(adminPath(mine ? 'order' : `order?assigned_to=${me.id}`))}
      />
      {selected.size > 0 && (
        <a className="bp6-button" href={apiUrl(`order/packing?ids=${[...selected].join(',')}`)} target="_blank" rel="noreferrer">
          <Print aria-hidden /> <span className="bp6-button-text">{say('slips')}</span>
        </a>
      )}
      {me.role.permission_list.includes('create order') && (
        <Button className="head-new" intent="primary" icon={<Add aria-hidden />} onClick={() => go(adminPath('order/create'))}>
          {say('newOrder')}
        </Button>
      )}
    </>
  )
}
