import { Button, Spinner, Tag } from '@blueprintjs/core'
import { Clipboard, Plus } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CardTable, Empty, isMissing, Link, LoadError, PageHeader, useMissing, useSession } from 'stoa/admin'
import type { Space } from '../api-types.ts'
import { DeleteSpace } from './delete-space.tsx'
import { spacesPath, WORKSPACES } from './paths.ts'
import { getCurrentError, spacesQuery, workspacesQuery } from './queries.ts'
import { StaleNotice } from './stale-notice.tsx'
import { TokenGuard, useTokenNotice } from './token-guard.tsx'
import { useMessages } from './messages.ts'
import './clickup.css'

/** The spaces of a ClickUp workspace. */
export default function SpacesScreen() {
  const say = useMessages()
  const { workspace = '' } = useParams({ strict: false }) as { workspace?: string }
  const { data } = useQuery(workspacesQuery)
  const name = data?.teams.find(({ id }) => id === workspace)?.name
  return (
    <>
      <PageHeader
        title={name || say('spaces')}
        crumbs={[{ label: say('title'), to: WORKSPACES }]}
        actions={<CreateLink workspace={workspace} />}
      />
      <TokenGuard>
        <Spaces workspace={workspace} />
      </TokenGuard>
    </>
  )
}

function CreateLink({ workspace }: { workspace: string }) {
  const say = useMessages()
  const { me } = useSession()
  if (!me.role.permission_list.includes('create clickup space')) return null
  return (
    <Link className="bp6-button bp6-intent-primary" to={`${spacesPath(workspace)}/create`}>
      <Plus aria-hidden /> <span className="bp6-button-text">{say('createSpace')}</span>
    </Link>
  )
}

function Spaces({ workspace }: { workspace: string }) {
  const say = useMessages()
  const [deleted, setDeleted] = useState<Space>()
  const list = useQuery(spacesQuery(workspace))
  const { data, refetch, isFetching } = list
  const error = getCurrentError(list)
  const isInvalid = useTokenNotice(error)
  useMissing(error, WORKSPACES)
  if (isInvalid || isMissing(error)) return null
  if (error && !data) return <LoadError error={error} retry={refetch} />
  if (!data) return <Spinner aria-label={say('loading')} />
  if (data.spaces.length === 0)
    return (
      <Empty icon={<Clipboard size={40} aria-hidden />} title={say('noSpaces')}>
        {say('noSpacesHint')}
      </Empty>
    )
  return (
    <>
      <StaleNotice list={data} isFetching={isFetching} retry={refetch} />
      <CardTable caption={say('spaces')} heads={[say('name'), say('visibility'), say('statuses'), { label: say('actions'), unseen: true }]}>
        {data.spaces.map((space) => (
          <SpaceRow key={space.id} workspace={workspace} space={space} remove={() => setDeleted(space)} />
        ))}
      </CardTable>
      {deleted && <DeleteSpace workspace={workspace} space={deleted} close={() => setDeleted(undefined)} />}
    </>
  )
}

function SpaceRow({ workspace, space, remove }: { workspace: string; space: Space; remove: () => void }) {
  const say = useMessages()
  const { me } = useSession()
  const may = (verb: string) => me.role.permission_list.includes(`${verb} clickup space`)
  const edit = `${spacesPath(workspace)}/edit/${space.id}`
  return (
    <tr>
      <th scope="row">
        {may('update') ? (
          <Link to={edit}>
            <bdi>{space.name}</bdi>
          </Link>
        ) : (
          <bdi>{space.name}</bdi>
        )}
      </th>
      <td data-label={say('visibility')}>{say(space.private ? 'private' : 'public')}</td>
      <td data-label={say('statuses')} className={space.statuses.length === 0 ? 'is-nothing' : undefined}>
        <span className="clickup-statuses">
          {space.statuses.map(({ status }) => (
            <Tag key={status} minimal>
              {status}
            </Tag>
          ))}
        </span>
      </td>
      <td className="clickup-actions">
        {may('destroy') && (
          <Button size="small" variant="minimal" intent="danger" onClick={remove} aria-label={say('deleteNamed', { name: space.name })}>
            {say('delete')}
          </Button>
        )}
      </td>
    </tr>
  )
}
