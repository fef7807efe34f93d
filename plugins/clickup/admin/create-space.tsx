import { Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, isMissing, LoadError, PageHeader, useMissing } from 'stoa/admin'
import { spacesPath, WORKSPACES } from './paths.ts'
import { getCurrentError, spacesQuery } from './queries.ts'
import { SpaceForm } from './space-form.tsx'
import { emptySpace } from './space-values.ts'
import { TokenGuard, useTokenNotice } from './token-guard.tsx'
import { useMessages } from './messages.ts'

/** Page that creates a space in a workspace. */
export default function CreateSpaceScreen() {
  const say = useMessages()
  const { workspace = '' } = useParams({ strict: false }) as { workspace?: string }
  return (
    <>
      <PageHeader
        title={say('createSpace')}
        crumbs={[
          { label: say('title'), to: WORKSPACES },
          { label: say('spaces'), to: spacesPath(workspace) },
        ]}
      />
      <TokenGuard>
        <CreateSpace workspace={workspace} />
      </TokenGuard>
    </>
  )
}

/** The form, once the workspace was found. */
function CreateSpace({ workspace }: { workspace: string }) {
  const say = useMessages()
  const list = useQuery(spacesQuery(workspace))
  const { data, refetch } = list
  const error = getCurrentError(list)
  const isInvalid = useTokenNotice(error)
  useMissing(error, WORKSPACES)
  if (isInvalid || isMissing(error)) return null
  if (error && !data) return <LoadError error={error} retry={refetch} />
  if (!data) return <Spinner aria-label={say('loading')} />
  return (
    <SpaceForm
      workspace={workspace}
      initial={emptySpace}
      label={say('createSpace')}
      success={say('created')}
      save={(body) => api(`clickup/team/${workspace}/space`, { method: 'POST', body })}
    />
  )
}
