import { useSyncExternalStore } from 'react'
import { type ScreenContext, type Shop, writeCookie, GoTo } from 'stoa/store'
import { safePath } from './safe-path.ts'

const BACK = 'stoa-back'
const MAIL = 'stoa-mail'

const session = {
  read: (key: string): string => {
    try {
      return sessionStorage.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  write: (key: string, value: string): void => {
    try {
      if (value) sessionStorage.setItem(key, value)
      else sessionStorage.removeItem(key)
    } catch {
      // A browser that keeps nothing: people land at home.
    }
  },
}

/** Remembers the page somebody leaves in order to sign in. */
export const rememberPage = (prefix: string): void => session.write(BACK, safePath(location.pathname + location.search, prefix) ?? '')

/** The address an account was opened with, for the page that speaks of its mail. */
export const keepMail = (email: string): void => session.write(MAIL, email)
const keptMail = (): string => session.read(MAIL)

const never = () => () => undefined

/** The kept address; empty while the server draws. */
export const useKeptMail = (): string => useSyncExternalStore(never, keptMail, () => '')

/**
 * After signing in the page is loaded anew, because only the server knows who is signed in. The cart that page asks for
 * is that of the account, with what lay in the cart of the visit.
 */
export const enter = ({ prefix }: Shop, next: string | undefined): void => {
  location.assign(prefix + (safePath(next) ?? takeBack() ?? '/account'))
}

/** The page somebody left in order to sign in, which is then forgotten. */
const takeBack = (): string | undefined => {
  const back = safePath(session.read(BACK))
  session.write(BACK, '')
  return back
}

/** After registering one is signed in, and the door leads on; to who is not (a browser without cookies) it says what to do. */
export const enterNew = ({ prefix }: Shop): void => {
  const back = takeBack()
  location.assign(`${prefix}/login?registered=1${back ? `&next=${encodeURIComponent(back)}` : ''}`)
}

/** Ends the session here and forgets the cart, as the server does with the token. */
export const forgetVisit = (): void => writeCookie('cart_id', '', 0)

/** Signs out and goes home. */
export const leave = async ({ call, prefix }: Shop): Promise<void> => {
  await call.post('/api/logout', {})
  forgetVisit()
  location.assign(prefix || '/')
}

/** Who is signed in has no business at the door. */
export const guestsOnly = ({ bootstrap, search }: ScreenContext): void => {
  if (bootstrap.signedIn) throw new GoTo(safePath(search.next) ?? (search.registered ? '/account?registered=1' : '/account'))
}
