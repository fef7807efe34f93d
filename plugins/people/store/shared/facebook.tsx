import { useEffect, useState } from 'react'
import { failureTexts, notify, useShop } from 'stoa/store'
import { enter } from './visit.ts'

const STATE = 'stoa-facebook'

/**
 * Sign-in with Facebook without a script of Facebook: the button leads to Facebook's page, which returns with a token
 * in the fragment (`#`), which is not sent to servers.
 */
export const Facebook = ({ clientId, next }: { clientId: string; next: string }) => {
  const shop = useShop()
  const { t, call, language, prefix, bootstrap } = shop
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const answer = new URLSearchParams(location.hash.slice(1))
    const token = answer.get('access_token')
    const refused = new URLSearchParams(location.search).get('error')
    // Whoever turned back at Facebook knows that they did.
    // oxlint-disable-next-line no-console -- a log is all it comes to
    if (refused) console.info(`Facebook: ${refused}`)
    if (!token || !answer.get('state') || answer.get('state') !== sessionStorage.getItem(STATE)) return
    sessionStorage.removeItem(STATE)
    history.replaceState(history.state, '', location.pathname + location.search)
    call
      .post('/api/facebook/sign_in', { access_token: token, language })
      .then(() => enter(shop, next))
      .catch((error: unknown) => notify({ tone: 'danger', title: t('people.login_fail'), texts: failureTexts(error) }))
  }, [call, language, next, shop, t])
  const go = () => {
    setBusy(true)
    const state = crypto.randomUUID()
    sessionStorage.setItem(STATE, state)
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${bootstrap.origin}${prefix}/login`,
      response_type: 'token',
      scope: 'public_profile,email',
      state,
    })
    location.assign(`https://www.facebook.com/v23.0/dialog/oauth?${query}`)
  }
  return (
    <button type="button" className="button button-quiet people-facebook" aria-busy={busy} onClick={go}>
      {t('people.facebook')}
    </button>
  )
}
