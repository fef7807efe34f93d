import { Link } from '../common/link.tsx'
import { api } from '../api/client.ts'
import { useT } from '../i18n/index.ts'
import { meQuery, queries } from '../state/session.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'

/** Signs a staff member in. The server sets the session cookie; the page keeps no token. */
export function Login() {
  const { t } = useT()
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
          await api('login', { method: 'POST', body: values })
          await queries.fetchQuery({ ...meQuery, staleTime: 0 })
        }}
      />
      <p className="entry-more">
        <Link to="/admin/forget-password">{t('entry.forgot')}</Link>
      </p>
    </EntryCard>
  )
}
