import { Button } from '@blueprintjs/core'
import type { Me } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { useT } from '../i18n/index.ts'
import { logout, meQuery, queries } from '../state/session.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { checkNewPassword, newPasswordFields } from './passwords.ts'

/** Forces the user to replace the one-time password. */
export function ForcedPassword({ me }: { me: Me }) {
  const { t } = useT()
  const current = { name: 'current_password', type: 'password', autoComplete: 'current-password' } as const
  return (
    <EntryCard title={t('entry.choosePassword')} lead={t('entry.choosePasswordLead', { email: me.email })}>
      <EntryForm
        button={t('entry.savePassword')}
        fields={[{ ...current, label: t('entry.oneTimePassword') }, ...newPasswordFields()]}
        check={checkNewPassword}
        submit={async ({ current_password, password }) => {
          const body = { current_password, password }
          queries.setQueryData(meQuery.queryKey, await api<Me>('', { method: 'PUT', body }))
        }}
      />
      <p className="entry-more">
        <Button variant="minimal" onClick={() => void logout()}>
          {t('shell.logout')}
        </Button>
      </p>
    </EntryCard>
  )
}
