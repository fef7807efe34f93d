import { Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { EntryForm, failureLines } from 'stoa/admin'
import type { Setup } from '../../api-types.ts'
import './second-factor.css'
import { useMessages } from './messages.ts'

export interface SetupFormProps {
  /** Requests a secret; called once. */
  begin: () => Promise<Setup>
  confirm: (code: string) => Promise<void>
}

/** Shows the secret as QR code and as text, and asks for the first code of the app. */
export function SetupForm({ begin, confirm }: SetupFormProps) {
  const say = useMessages()
  const { data, error } = useQuery({ queryKey: ['second-setup', useId()], queryFn: begin, gcTime: 0, staleTime: Infinity, retry: false })
  if (error) return <p role="alert">{failureLines(error).join(' ')}</p>
  if (!data) return <Spinner size={28} aria-label={say('loading')} />
  return (
    <>
      <p>{say('setupLead')}</p>
      <img className="second-qr" alt={say('qr')} src={`data:image/svg+xml;utf8,${encodeURIComponent(data.qr)}`} />
      <p>
        <span className="quiet small">{say('byHand')}</span>
        <br />
        <span className="second-secret" translate="no">
          {data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </span>
      </p>
      <EntryForm
        button={say('switchOn')}
        fields={[{ name: 'code', label: say('firstCode'), type: 'text', autoComplete: 'one-time-code' }]}
        submit={({ code = '' }) => confirm(code)}
      />
    </>
  )
}
