import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { createContext, use } from 'react'
import type { Locale, Manifest, Me, ResourceInfo, Verb } from 'stoa/api-types'
import { api, ApiError, whenSessionExpires } from '../api/client.ts'
import { t, whenLanguageChanges } from '../i18n/index.ts'
import { notify, notifyFailure } from '../common/toasts.tsx'

const REDIRECT_AFTER_MS = 1000

/** Shared by every router of the page, so that signing in and out keeps one history. */
export const history = createBrowserHistory()

let paths = { before: '', now: history.location.pathname }
history.subscribe(({ location: { pathname } }) => {
  if (pathname !== paths.now) paths = { before: paths.now, now: pathname }
})

/** Path of the page that was shown before this one; empty on the first. */
export const previousPathname = (): string => paths.before

/** Cache of everything the server answered. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 1 && (!(error instanceof ApiError) || error.status >= 500),
    },
  },
})

/** The signed-in person, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: Infinity,
  // Without network it is asked as well: pages that go on then are answered from what they keep.
  networkMode: 'always',
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await api<Me>('', { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** All the admin is made of, in one language. */
export const manifestQuery = (language: Locale, userId: number) =>
  queryOptions({
    queryKey: ['manifest', userId, language],
    staleTime: Infinity,
    networkMode: 'always',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<Manifest> => api<Manifest>('manifest', { query: { language }, signal }),
  })

// Much of what the server answered it said in words, in the language of before. Who is here has none, the manifest one in its key.
whenLanguageChanges(() => {
  void queries.invalidateQueries({ predicate: ({ queryKey: [what] }) => what !== 'me' && what !== 'manifest' })
})

/** Forgets the person and all that was fetched for them, then shows the login screen. */
export function dropSession(next = ''): void {
  queries.setQueryData(meQuery.queryKey, null)
  // Only once the screens are gone, or they would ask again for what is taken from them.
  setTimeout(() => queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' }))
  history.push(`/admin/login${next ? `?next=${encodeURIComponent(next)}` : ''}`, {}, { ignoreBlocker: true })
}

let leaving = false

whenSessionExpires(() => {
  // The first question of a visit is "who am I": a stranger is not told that a session expired.
  if (leaving || !queries.getQueryData(meQuery.queryKey)) return
  leaving = true
  window.dispatchEvent(new Event('stoa:session-expired'))
  notify({ intent: 'warning', title: t('session.expired'), lines: [t('session.loginAgain')] })
  setTimeout(() => {
    leaving = false
    dropSession(history.location.pathname + history.location.search)
  }, REDIRECT_AFTER_MS)
})

/** Signs out. Where the server did not, it is told, and the page stays as it is: it must not look as if nobody were signed in. */
export async function logout(): Promise<void> {
  try {
    await api('logout', { method: 'POST' })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return notifyFailure(t('failure.logout'), error)
  }
  dropSession()
}

/** Keeps a choice on the account; it works here at once, whatever the answer. */
export async function keepChoice(change: Partial<Pick<Me, 'language' | 'theme'>>): Promise<void> {
  queries.setQueryData(meQuery.queryKey, (me) => (me ? { ...me, ...change } : me))
  await api('', { method: 'PUT', body: change }).catch(() => {})
}

/** What every screen of the shell knows. */
export interface Session {
  me: Me
  manifest: Manifest
}

export const SessionContext = createContext<Session | null>(null)

/** The signed-in person and their manifest. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of the shell')
  return session
}

/** Whether a part of the product is there that can be off. */
export function usePlugin(id: string): boolean {
  return useSession().manifest.plugins.includes(id)
}

/** Description of a resource the person may see. */
export function useResource(name: string): ResourceInfo | undefined {
  return useSession().manifest.resources[name]
}

/** Whether the person may do something with a resource. */
export function can(resource: ResourceInfo | undefined, verb: Verb): boolean {
  return resource?.verbs.includes(verb) ?? false
}
