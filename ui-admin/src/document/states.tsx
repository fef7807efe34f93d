import { Button, NonIdealState } from '@blueprintjs/core'
import { Error as Fault, Lock, Search } from '@blueprintjs/icons'
import { ApiError } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { adminPath, Link } from '../common/link.tsx'
import { useMissing } from '../common/use-missing-record.ts'
import { useResource } from '../state/session.ts'
import { useMessages } from './messages.ts'

const FORBIDDEN = 403
const NOT_FOUND = 404

/** Skeleton of a document that is loading. */
export function Loading() {
  const say = useMessages()
  return (
    <div className="doc-loading" role="status" aria-label={say('loading')}>
      <div className="bp6-skeleton doc-loading-head" />
      <div className="doc-columns">
        <div className="bp6-skeleton" />
        <div className="bp6-skeleton" />
      </div>
    </div>
  )
}

/** Error state of a document with a retry button. */
export function Absent({ resourceName, error, again }: { resourceName: string; error: unknown; again: () => void }) {
  const say = useMessages()
  const resource = useResource(resourceName)
  const status = error instanceof ApiError ? error.status : 0
  useMissing(status === NOT_FOUND ? error : null, adminPath(resource?.path ?? 'dashboard'))
  const back = resource && <Link to={adminPath(resource.path)}>{say('toList', { list: resource.plural })}</Link>
  if (status === NOT_FOUND)
    return (
      <NonIdealState
        icon={<Search size={40} aria-hidden />}
        title={say('missing')}
        description={say('missingHint')}
        {...(back ? { action: back } : {})}
      />
    )
  if (status === FORBIDDEN || !resource)
    return (
      <NonIdealState
        icon={<Lock size={40} aria-hidden />}
        title={say('noRight')}
        description={error ? failureLines(error).join(' ') : ''}
      />
    )
  return (
    <div role="alert">
      <NonIdealState
        icon={<Fault size={40} aria-hidden />}
        title={say('failed')}
        description={failureLines(error).join(' ')}
        action={<Button onClick={again}>{say('again')}</Button>}
      />
    </div>
  )
}
