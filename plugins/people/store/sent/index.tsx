import { useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'
import { useStoredEmail } from '../shared/visit.ts'

export const load = (): Promise<null> => Promise.resolve(null)

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({
  title: t('people.look'),
  path: '/password/reset/email-confirmation',
  noindex: true,
})

/** Same text whether an account has the address or not. */
export default function SentScreen() {
  const t = useT()
  const email = useStoredEmail()
  return (
    <AuthPage title={t('people.look')}>
      <p>{email ? t('people.reset_sent_to', { email }) : t('people.reset_sent')}</p>
      <p className="muted small">{t('people.not_there')}</p>
      <SignInLinks
        links={[
          ['/password/reset', t('people.once_more')],
          ['/login', t('people.to_login')],
        ]}
      />
    </AuthPage>
  )
}
