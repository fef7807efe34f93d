import { useEffect } from 'react'
import { api, EntryForm } from 'stoa/admin'
import { Again } from './again.tsx'
import { useMessages } from './messages.ts'

export interface StepProps {
  ticket?: string
  /** Called after sign-in. */
  done?: () => Promise<unknown>
  /** Returns to the password step. */
  again?: () => void
}

/** Second step of the sign-in: a code from the authenticator app, or a recovery code. */
export default function SecondStep({ ticket, done, again }: StepProps) {
  const say = useMessages()
  useEffect(() => document.getElementById('code')?.focus(), [])
  return (
    <>
      <p className="quiet">{say('stepLead')}</p>
      <EntryForm
        button={say('enter')}
        fields={[{ name: 'code', label: say('code'), type: 'text', autoComplete: 'one-time-code', hint: say('codeHint') }]}
        submit={async ({ code }) => {
          await api('login/second-factor', { method: 'POST', body: { ticket, code } })
          await done?.()
        }}
      />
      <Again again={again} />
    </>
  )
}
