import { useEffect } from 'react'
import { Link, notify, SESSION_ENDED, useShop } from 'stoa/store'
import { useMe } from '../shared/me.ts'
import { forgetVisit, rememberPage } from '../shared/visit.ts'

/** Handles the end of the session: clears the cart cookie, signs out, and redirects to the login page after a second. */
const useEnded = () => {
  const { bootstrap, prefix, call, t } = useShop()
  useEffect(() => {
    if (!bootstrap.signedIn) return undefined
    const end = () => {
      rememberPage(prefix)
      forgetVisit()
      void call.post('/api/logout', {}).catch(() => undefined)
      notify({ tone: 'warning', title: t('people.expired'), texts: [t('people.again')] })
      setTimeout(() => location.assign(`${prefix}/login`), 1_000)
    }
    window.addEventListener(SESSION_ENDED, end, { once: true })
    return () => window.removeEventListener(SESSION_ENDED, end)
  }, [bootstrap.signedIn, prefix, call, t])
}

/** Link to the account, with the customer's name. */
export default function AccountLink() {
  const { t, bootstrap, prefix } = useShop()
  const me = useMe()
  useEnded()
  const label = bootstrap.signedIn ? t('people.mine') : t('people.login')
  return (
    <Link
      to={bootstrap.signedIn ? '/account' : '/login'}
      className="icon-button people-link"
      preload={false}
      aria-label={me ? `${label}: ${me.first_name}` : label}
      {...(bootstrap.signedIn ? {} : { onClick: () => rememberPage(prefix) })}
    >
      <svg
        className="icon"
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <circle cx="12" cy="8.5" r="3.8" />
        <path d="M4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" strokeLinecap="round" />
      </svg>
      {me && <span className="people-name">{me.first_name}</span>}
    </Link>
  )
}
