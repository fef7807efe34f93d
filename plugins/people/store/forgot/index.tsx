import { useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import { Door, DoorLinks } from '../shared/door.tsx'
import { Field, Form } from '../shared/form.tsx'
import type { Values } from '../shared/form.tsx'
import { keepMail } from '../shared/visit.ts'

export const load = (): Promise<null> => Promise.resolve(null)

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('people.forgot'), path: '/password/reset', noindex: true })

export default function ForgotScreen() {
  const t = useT()
  const { call, language, prefix } = useShop()
  const send = async (values: Values) => {
    await call.post('/api/reset/email', { ...values, type: 'user', language })
    keepMail(String(values.email))
    location.assign(`${prefix}/password/reset/email-confirmation`)
  }
  return (
    <Door title={t('people.forgot')} lead={t('people.forgot_lead')}>
      <Form send={send} button={t('people.send_link')}>
        <Field name="email" label={t('people.email')} type="email" autoComplete="username" autoCapitalize="none" />
      </Form>
      <DoorLinks links={[['/login', t('people.to_login')]]} />
    </Door>
  )
}
