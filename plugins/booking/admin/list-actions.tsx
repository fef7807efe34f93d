import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { adminPath, go, useSession } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Action above the booking list: a new booking for a caller or walk-in. */
export default function BookingListActions() {
  const say = useMessages()
  const { me } = useSession()
  if (!me.role.permission_list.includes('create booking')) return null
  return (
    <Button className="head-new" intent="primary" icon={<Add aria-hidden />} onClick={() => go(adminPath('booking/history/create'))}>
      {say('new')}
    </Button>
  )
}
