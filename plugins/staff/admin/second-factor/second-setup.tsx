import { useState } from 'react'
import { api } from 'stoa/admin'
import type { Codes, Setup } from '../../api-types.ts'
import { Again } from './again.tsx'
import { CodesView } from './codes-view.tsx'
import type { StepProps } from './second-step.tsx'
import { SetupForm } from './setup-form.tsx'
import { useMessages } from './messages.ts'

/** Sets up a second factor during sign-in, where the role requires one. */
export default function SecondSetup({ ticket, done, again }: StepProps) {
  const say = useMessages()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <CodesView codes={codes} done={() => void done?.()} />
  return (
    <>
      <p className="quiet">{say('required')}</p>
      <SetupForm
        begin={() => api<Setup>('login/second-factor/setup', { method: 'POST', body: { ticket } })}
        confirm={async (code) =>
          setCodes((await api<Codes>('login/second-factor/confirm', { method: 'POST', body: { ticket, code } })).codes)
        }
      />
      <Again again={again} />
    </>
  )
}
