import { useEffect, useState } from 'react'
import { failureTexts, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'

/** Path of the API call for this page. */
export const load = ({ params, search }: ScreenContext): Promise<string> => {
  const query = new URLSearchParams({ expires: search.expires ?? '', signature: search.signature ?? '' })
  return Promise.resolve(`/api/email/verify/${encodeURIComponent(params.id ?? '')}/${encodeURIComponent(params.hash ?? '')}?${query}`)
}

export const head = (_: string, { t }: ScreenContext): HeadInfo => ({ title: t('people.verify'), noindex: true })

/** Verifies after hydration: link scanners of mail providers fetch pages, and must not verify the address. */
export default function VerifyScreen({ data }: { data: string }) {
  const { t, call, language, bootstrap } = useShop()
  const [result, setResult] = useState<{ email: string; token: string | null } | { problem: string } | null>(null)
  useEffect(() => {
    call.get<{ email: string; token: string | null }>(data + `&language=${language}`).then(setResult, (error: unknown) => {
      setResult({ problem: failureTexts(error)[0] ?? t('people.failed') })
    })
  }, [call, data, language, t])
  const token = result && 'email' in result ? result.token : null
  const title = result === null ? t('people.verify') : t('email' in result ? 'people.verified' : 'people.verify_fail')
  return (
    <AuthPage title={title}>
      <output>
        {result === null && <p>{t('people.wait')}</p>}
        {result && 'email' in result && <p>{t('people.verified_text', { email: result.email })}</p>}
        {token && <p>{t('people.verified_elsewhere')}</p>}
        {result && 'problem' in result && <p className="field-problem">{result.problem}</p>}
      </output>
      {result && (
        <SignInLinks
          links={[
            'problem' in result
              ? ['/resend-email', t('people.resend')]
              : token
                ? [`/set-password?${new URLSearchParams({ token, email: result.email })}`, t('people.set_password')]
                : bootstrap.signedIn
                  ? ['/account', t('people.mine')]
                  : ['/login', t('people.login')],
          ]}
        />
      )}
    </AuthPage>
  )
}
