import { useEffect, useState } from 'react'
import { failureTexts, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Door, SignInLinks } from '../shared/door.tsx'

/** Path of the API call for this page. */
export const load = ({ params, search }: ScreenContext): Promise<string> => {
  const query = new URLSearchParams({ expires: search.expires ?? '', signature: search.signature ?? '' })
  return Promise.resolve(`/api/email/verify/${encodeURIComponent(params.id ?? '')}/${encodeURIComponent(params.hash ?? '')}?${query}`)
}

export const head = (_: string, { t }: ScreenContext): HeadInfo => ({ title: t('people.verify'), noindex: true })

/** Verifies after hydration: link scanners of mail providers fetch pages, and must not verify the address. */
export default function VerifyScreen({ data }: { data: string }) {
  const { t, call, language, bootstrap } = useShop()
  const [told, setTold] = useState<{ email: string; token: string | null } | { problem: string } | null>(null)
  useEffect(() => {
    call.get<{ email: string; token: string | null }>(data + `&language=${language}`).then(setTold, (error: unknown) => {
      setTold({ problem: failureTexts(error)[0] ?? t('people.failed') })
    })
  }, [call, data, language, t])
  const token = told && 'email' in told ? told.token : null
  const title = told === null ? t('people.verify') : t('email' in told ? 'people.verified' : 'people.verify_fail')
  return (
    <Door title={title}>
      <output>
        {told === null && <p>{t('people.wait')}</p>}
        {told && 'email' in told && <p>{t('people.verified_text', { email: told.email })}</p>}
        {token && <p>{t('people.verified_elsewhere')}</p>}
        {told && 'problem' in told && <p className="field-problem">{told.problem}</p>}
      </output>
      {told && (
        <SignInLinks
          links={[
            'problem' in told
              ? ['/resend-email', t('people.resend')]
              : token
                ? [`/set-password?${new URLSearchParams({ token, email: told.email })}`, t('people.set_password')]
                : bootstrap.signedIn
                  ? ['/account', t('people.mine')]
                  : ['/login', t('people.login')],
          ]}
        />
      )}
    </Door>
  )
}
