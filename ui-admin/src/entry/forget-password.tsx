import { Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'

/** Requests a password reset e-mail. */
export function ForgetPassword() {
  const { t } = useT()
  const [sent, setSent] = useState(false)
  return (
    <EntryCard title={t('entry.forgot')} lead={t('entry.forgotLead')}>
      {sent ? (
        <Callout intent="success" role="status">
          {t('entry.sent')}
        </Callout>
      ) : (
        <EntryForm
          button={t('entry.sendLink')}
          fields={[{ name: 'email', label: t('entry.email'), type: 'email', autoComplete: 'username' }]}
          submit={async (body) => {
            await api('password/email', { method: 'POST', body })
            setSent(true)
          }}
        />
      )}
      <p className="entry-more">
        <Link to="/admin/login">{t('entry.backToSignIn')}</Link>
      </p>
    </EntryCard>
  )
}
