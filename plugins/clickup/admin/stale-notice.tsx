import { Callout } from '@blueprintjs/core'
import { Moment } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Says since when a list was not updated; nothing for a list that was read now. */
export function StaleNotice({ since }: { since: string | null }) {
  const say = useMessages()
  if (since === null) return null
  return (
    <Callout intent="warning" icon={false} role="status">
      {say('stale')} <Moment value={since} />
    </Callout>
  )
}
