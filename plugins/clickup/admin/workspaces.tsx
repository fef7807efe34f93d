import { Spinner } from '@blueprintjs/core'
import { Clipboard } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { Empty, Link, LoadError, PageHeader } from 'stoa/admin'
import { spacesPath } from './paths.ts'
import { getCurrentError, workspacesQuery } from './queries.ts'
import { StaleNotice } from './stale-notice.tsx'
import { TokenGuard, useTokenNotice } from './token-guard.tsx'
import { useMessages } from './messages.ts'
import './clickup.css'

/** The ClickUp workspaces of the shop. */
export default function WorkspacesScreen() {
  const say = useMessages()
  return (
    <>
      <PageHeader title={say('title')} />
      <TokenGuard>
        <Workspaces />
      </TokenGuard>
    </>
  )
}

function Workspaces() {
  const say = useMessages()
  const list = useQuery(workspacesQuery)
  const { data, refetch, isFetching } = list
  const error = getCurrentError(list)
  if (useTokenNotice(error)) return null
  if (error && !data) return <LoadError error={error} retry={refetch} />
  if (!data) return <Spinner aria-label={say('loading')} />
  if (data.teams.length === 0)
    return (
      <Empty icon={<Clipboard size={40} aria-hidden />} title={say('noWorkspaces')}>
        {say('noWorkspacesHint')}
      </Empty>
    )
  return (
    <>
      <StaleNotice list={data} isFetching={isFetching} retry={refetch} />
      <ul className="clickup-workspaces" aria-label={say('workspaces')}>
        {data.teams.map(({ id, name }) => (
          <li key={id}>
            <Link to={spacesPath(id)}>
              <bdi>{name || id}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
