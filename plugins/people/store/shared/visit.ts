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
      // Storage may be blocked: sign-in then leads to the home page.
    }
  },
}

/** Stores the current page before sign-in. */
export const rememberPage = (prefix: string): void => session.write(BACK, safePath(location.pathname + location.search, prefix) ?? '')

/** Stores the address of a registration, for the page that mentions it. */
export const keepMail = (email: string): void => session.write(MAIL, email)
const readStoredEmail = (): string => session.read(MAIL)

const never = () => () => undefined

/** The stored address; empty during server rendering. */
export const useStoredEmail = (): string => useSyncExternalStore(never, readStoredEmail, () => '')

/** Reloads the page after sign-in, because the server decides what the session gets. The guest cart is merged into the account's cart. */
export const enter = ({ prefix }: Shop, next: string | undefined): void => {
  location.assign(prefix + (safePath(next) ?? takeBack() ?? '/account'))
}

/** Returns the stored page and deletes it. */
const takeBack = (): string | undefined => {
  const back = safePath(session.read(BACK))
  session.write(BACK, '')
  return back
}

/** After registration the customer is signed in and redirected; without cookies the login page shows what to do. */
export const enterNew = ({ prefix }: Shop): void => {
  const back = takeBack()
  location.assign(`${prefix}/login?registered=1${back ? `&next=${encodeURIComponent(back)}` : ''}`)
}

/** Ends the session in the browser and deletes the cart cookie, as the server does with the token. */
export const forgetVisit = (): void => writeCookie('cart_id', '', 0)

/** Signs out and opens the home page. */
export const leave = async ({ call, prefix }: Shop): Promise<void> => {
  await call.post('/api/logout', {})
  forgetVisit()
  location.assign(prefix || '/')
}

/** Redirects signed-in customers away from pages before sign-in. */
export const guestsOnly = ({ bootstrap, search }: ScreenContext): void => {
  if (bootstrap.signedIn) throw new GoTo(safePath(search.next) ?? (search.registered ? '/account?registered=1' : '/account'))
}
