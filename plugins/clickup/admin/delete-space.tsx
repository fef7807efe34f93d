import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, notifyFailure, notifySuccess, TypedConfirm } from 'stoa/admin'
import type { Space } from '../api-types.ts'
import { spacesQuery } from './queries.ts'
import { isTokenInvalid, useTokenNotice } from './token-guard.tsx'
import { useMessages } from './messages.ts'

/** Confirms and deletes a space. Its name is typed, because ClickUp deletes all tasks in it. */
export function DeleteSpace({ workspace, space, close }: { workspace: string; space: Space; close: () => void }) {
  const say = useMessages()
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  useTokenNotice(failure)
  const remove = async () => {
    try {
      await api(`clickup/space/${space.id}`, { method: 'DELETE' })
      notifySuccess(say('deleted'), [space.name])
      close()
    } catch (error) {
      setFailure(error)
      if (!isTokenInvalid(error)) notifyFailure(say('deleteFail'), error)
    }
    await client.invalidateQueries({ queryKey: spacesQuery(workspace).queryKey })
  }
  return (
    <TypedConfirm
      title={say('deleteSpace')}
      word={space.name.trim()}
      ask={say('typeName', { name: space.name })}
      confirm={say('deleteSpace')}
      onConfirm={() => void remove()}
      onCancel={close}
    >
      <p>{say('deleteWarning')}</p>
    </TypedConfirm>
  )
}
