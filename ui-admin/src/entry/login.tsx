import { useState } from 'react'
import type { Session, SignInStep } from 'stoa/api-types'
import { Link } from '../common/link.tsx'
import { api } from '../api/client.ts'
import { Pieces } from '../common/slot.tsx'
import { useT } from '../i18n/index.ts'
import { meQuery, queries } from '../state/session.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'

/** Loads the user after the server has set the session cookie; the page stores no token. */
const enter = () => queries.fetchQuery({ ...meQuery, staleTime: 0 })

/** Sign-in page. Plugins contribute further steps, such as a second factor. */
export function Login() {
  const { t } = useT()
  const [next, setNext] = useState<SignInStep>()
  if (next)
    return (
      <EntryCard title={t('entry.signIn')}>
        <Pieces screens={[next.screen]} ticket={next.ticket} done={enter} again={() => setNext(undefined)} />
      </EntryCard>
    )
  return (
    <EntryCard title={t('entry.signIn')} lead={t('entry.signInLead')}>
      <EntryForm
        button={t('entry.signIn')}
        fields={[
          { name: 'email', label: t('entry.email'), type: 'email', autoComplete: 'username' },
          {
            name: 'password',
            label: t('entry.password'),
            type: 'password',
            autoComplete: 'current-password',
          },
        ]}
        submit={async (values) => {
          const answer = await api<Session | SignInStep>('login', { method: 'POST', body: values })
          if ('ticket' in answer) setNext(answer)
          else await enter()
        }}
      />
      <p className="entry-more">
        <Link to="/admin/forget-password">{t('entry.forgot')}</Link>
      </p>
    </EntryCard>
  )
}
