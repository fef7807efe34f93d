import { GoTo, notify, useShop, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Form, Password, type Values } from 'stoa/store/form'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'

interface Data {
  token: string
  email: string
  /** Whether it is the first password. */
  first: boolean
}

export const load = ({ search, path }: ScreenContext): Promise<Data> => {
  if (!search.token) throw new GoTo('/password/reset')
  return Promise.resolve({ token: search.token, email: search.email ?? '', first: path.endsWith('/set-password') })
}

export const head = ({ first }: Data, { t }: ScreenContext): HeadInfo => ({
  title: t(first ? 'people.set_password' : 'people.new_password'),
  path: first ? '/set-password' : '/reset-password',
  noindex: true,
})

/** Password form of an e-mailed link; leads to sign-in. */
export default function ChooseScreen({ data }: { data: Data }) {
  const t = useT()
  const { call, language, prefix } = useShop()
  const send = async (values: Values) => {
    await call.post('/api/reset/password', { ...values, token: data.token, language })
    notify({ title: t('people.password_changed') })
    setTimeout(() => location.assign(`${prefix}/login`), 1_000)
  }
  return (
    <AuthPage title={t(data.first ? 'people.set_password' : 'people.new_password')}>
      <Form send={send} button={t('people.save')}>
        {/* Password managers need the user name with the password. */}
        <input type="email" name="username" autoComplete="username" value={data.email} readOnly hidden />
        <Password name="password" label={t('people.password')} hint={t('people.password_hint')} autoComplete="new-password" />
        <Password name="password_confirmation" label={t('people.password_confirmation')} autoComplete="new-password" />
      </Form>
      <SignInLinks links={[['/password/reset', t('people.once_more')]]} />
    </AuthPage>
  )
}
