import { Callout } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { history } from '../state/session.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { checkNewPassword, newPasswordFields } from './passwords.ts'

/** Time in milliseconds before the redirect to the sign-in, so that the message can be read. */
const READ_MS = 1200

/** Sets a new password with the token of a reset e-mail (`?token=&email=`). */
export function ResetPassword() {
  const { t } = useT()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => history.replace('/admin/login'), READ_MS)
    return () => clearTimeout(timer)
  }, [done])
  const search = new URLSearchParams(history.location.search)
  const email = search.get('email') ?? ''
  return (
    <EntryCard title={t('entry.reset')}>
      {done ? (
        <Callout intent="success" role="status">
          {t('entry.resetDone')}
        </Callout>
      ) : (
        <EntryForm
          button={t('entry.reset')}
          fields={[
            { name: 'email', label: t('entry.email'), type: 'email', autoComplete: 'username', value: email },
            ...newPasswordFields(),
          ]}
          check={checkNewPassword}
          submit={async (values) => {
            const body = { ...values, token: search.get('token') ?? '' }
            await api('password/reset', { method: 'POST', body })
            setDone(true)
          }}
        />
      )}
      <p className="entry-more">
        <Link to="/admin/login">{t('entry.backToSignIn')}</Link>
      </p>
    </EntryCard>
  )
}
