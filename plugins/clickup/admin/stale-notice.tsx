import { Button, Callout } from '@blueprintjs/core'
import { Moment } from 'stoa/admin'
import type { WorkspaceList } from '../api-types.ts'
import { useMessages } from './messages.ts'

interface Props {
  list: Pick<WorkspaceList, 'stale_since' | 'stale_reason'>
  isFetching: boolean
  retry: () => unknown
}

/** Says since when and why a list was not updated, and reads it again; nothing for a list that was read now. */
export function StaleNotice({ list: { stale_since, stale_reason }, isFetching, retry }: Props) {
  const say = useMessages()
  if (stale_since === null) return null
  return (
    <Callout intent="warning" icon={false} role="status">
      {say(`stale_${stale_reason ?? 'unreachable'}`)} {say('staleSince')} <Moment value={stale_since} />{' '}
      <Button size="small" loading={isFetching} onClick={() => void retry()}>
        {say('retry')}
      </Button>
    </Callout>
  )
}
