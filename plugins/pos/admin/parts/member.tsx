import { Button, Dialog, DialogBody, InputGroup, NonIdealState } from '@blueprintjs/core'
import { api, useDebounced } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Member } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

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
  const id = useId()
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), REST_MS)
  const { data } = useQuery({
    queryKey: ['pos', 'member', store, words],
    queryFn: () => api<{ data: Member[] }>(`store/${store}/member`, { query: { q: words } }),
    enabled: words.length >= LEAST,
  })
  return (
    <Dialog isOpen onClose={onClose} title={say('member')} className="till-dialog">
      <DialogBody>
        <div className="till-field">
          <label htmlFor={id}>{say('memberFind')}</label>
          <InputGroup id={id} size="large" autoFocus autoComplete="off" value={typed} onValueChange={setTyped} />
        </div>
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
      </DialogBody>
    </Dialog>
  )
}
