import { Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, isMissing, LoadError, PageHeader, useMissing } from 'stoa/admin'
import { spacesPath, WORKSPACES } from './paths.ts'
import { getCurrentError, spaceQuery } from './queries.ts'
import { SpaceForm } from './space-form.tsx'
import { TokenGuard, useTokenNotice } from './token-guard.tsx'
import { useMessages } from './messages.ts'

/** Page that changes a space. */
export default function EditSpaceScreen() {
  const say = useMessages()
  const { workspace = '', id = '' } = useParams({ strict: false }) as { workspace?: string; id?: string }
  return (
    <>
      <PageHeader
        title={say('editSpace')}
        crumbs={[
          { label: say('title'), to: WORKSPACES },
          { label: say('spaces'), to: spacesPath(workspace) },
        ]}
      />
      <TokenGuard>
        <EditSpace workspace={workspace} id={id} />
      </TokenGuard>
    </>
  )
}

function EditSpace({ workspace, id }: { workspace: string; id: string }) {
  const say = useMessages()
  // Always read anew: a form must not start from what somebody else has changed since.
  const space = useQuery({ ...spaceQuery(id), gcTime: 0, refetchOnWindowFocus: false })
  const { data, refetch } = space
  const error = getCurrentError(space)
  const isInvalid = useTokenNotice(error)
  useMissing(error, spacesPath(workspace))
  if (isInvalid || isMissing(error)) return null
  if (error && !data) return <LoadError error={error} retry={refetch} />
  if (!data) return <Spinner aria-label={say('loading')} />
  const { name, multiple_assignees, features } = data
  return (
    <SpaceForm
      workspace={workspace}
      initial={{ name, multiple_assignees, features }}
      label={say('saveSpace')}
      success={say('saved')}
      save={(body) => api(`clickup/space/${data.id}`, { method: 'PUT', body })}
    />
  )
}
