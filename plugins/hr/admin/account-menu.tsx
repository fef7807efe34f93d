import { MenuItem } from '@blueprintjs/core'
import { IdNumber } from '@blueprintjs/icons'
import { adminPath, go, useAnswer } from 'stoa/admin'
import type { OwnEmployeeAnswer } from '../api-types.ts'
import { useSelfServiceMessages } from './messages.ts'

/** The link to self-service in the account menu, for employees while self-service is on. */
export default function AccountMenuEntry() {
  const say = useSelfServiceMessages()
  const own = useAnswer<OwnEmployeeAnswer>('my/employee')
  if (!own?.employee) return null
  const path = adminPath('my-work')
  return (
    <MenuItem
      icon={<IdNumber aria-hidden />}
      text={say('my_work')}
      href={path}
      onClick={(event) => {
        event.preventDefault()
        go(path)
      }}
    />
  )
}
