import { Button, NonIdealState } from '@blueprintjs/core'
import { api, useDebounced } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { TextField } from './text-field.tsx'
import { TillDialog } from './till-dialog.tsx'

const LEAST = 2
const REST_MS = 250

interface Props {
  store: number
  hasMember: boolean
  onTake: (member: Member | undefined) => void
  onClose: () => void
}

/** Finds the customer of the sale. */
export function MemberDialog({ store, hasMember, onTake, onClose }: Props) {
  const say = useMessages()
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), REST_MS)
  const { data } = useQuery({
    queryKey: ['pos', 'member', store, words],
    queryFn: () => api<{ data: Member[] }>(`store/${store}/member`, { query: { q: words } }),
    enabled: words.length >= LEAST,
  })
  return (
    <TillDialog title={say('member')} onClose={onClose}>
      <TextField label={say('memberFind')} autoFocus autoComplete="off" value={typed} onValueChange={setTyped} />
      <ul className="till-choices">
        {(data?.data ?? []).map((member) => (
          <li key={member.id}>
            <button type="button" onClick={() => onTake(member)}>
              <strong>{member.name || member.email}</strong>
              <span className="quiet">{[member.phone, member.email].filter(Boolean).join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.data.length === 0 && <NonIdealState title={say('memberNone')} />}
      {hasMember && (
        <Button size="large" onClick={() => onTake(undefined)}>
          {say('memberRemove')}
        </Button>
      )}
    </TillDialog>
  )
}
