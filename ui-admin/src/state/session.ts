import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { createContext, use } from 'react'
import type { Locale, Manifest, Me, ResourceInfo, Verb } from 'stoa/api-types'
import { api, ApiError, whenSessionExpires } from '../api/client.ts'
import { t, whenLanguageChanges } from '../i18n/index.ts'
import { notify, notifyFailure } from '../common/toasts.tsx'

const REDIRECT_AFTER_MS = 1000

/** Shared by all routers, so that signing in and out keeps one history. */
export const history = createBrowserHistory()

let paths = { before: '', now: history.location.pathname }
history.subscribe(({ location: { pathname } }) => {
  if (pathname !== paths.now) paths = { before: paths.now, now: pathname }
})

/** Path of the previous page; empty on the first page. */
export const previousPathname = (): string => paths.before

/** Query cache. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 1 && (!(error instanceof ApiError) || error.status >= 500),
    },
  },
})

/** The signed-in user, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: Infinity,
  // Also requested offline: the service worker answers for pages that work offline.
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

/** The manifest of the admin in one language. */
export const manifestQuery = (language: Locale, userId: number) =>
  queryOptions({
    queryKey: ['manifest', userId, language],
    staleTime: Infinity,
    networkMode: 'always',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<Manifest> => api<Manifest>('manifest', { query: { language }, signal }),
  })

// Responses contain texts in the previous language, so they are invalidated. Exceptions: the user has no texts, and the manifest has the
// language in its key.
whenLanguageChanges(() => {
  void queries.invalidateQueries({ predicate: ({ queryKey: [queryName] }) => queryName !== 'me' && queryName !== 'manifest' })
})

/** Clears the session and the cache, then shows the sign-in page. */
export function dropSession(next = ''): void {
  queries.setQueryData(meQuery.queryKey, null)
  // After the screens are unmounted, because they would request the removed data again.
  setTimeout(() => queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' }))
  history.push(`/admin/login${next ? `?next=${encodeURIComponent(next)}` : ''}`, {}, { ignoreBlocker: true })
}

let leaving = false

whenSessionExpires(() => {
  // Without a loaded user there was no session, so nothing is reported as expired.
  if (leaving || !queries.getQueryData(meQuery.queryKey)) return
  leaving = true
  window.dispatchEvent(new Event('stoa:session-expired'))
  notify({ intent: 'warning', title: t('session.expired'), lines: [t('session.loginAgain')] })
  setTimeout(() => {
    leaving = false
    dropSession(history.location.pathname + history.location.search)
  }, REDIRECT_AFTER_MS)
})

/** Signs out. When the server fails, the error is shown and the page stays, because it must not look signed out. */
export async function logout(): Promise<void> {
  try {
    await api('logout', { method: 'POST' })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return notifyFailure(t('failure.logout'), error)
  }
  dropSession()
}

/** Stores a choice with the account; applied at once, whatever the response. */
export async function keepChoice(change: Partial<Pick<Me, 'language' | 'theme'>>): Promise<void> {
  queries.setQueryData(meQuery.queryKey, (me) => (me ? { ...me, ...change } : me))
  await api('', { method: 'PUT', body: change }).catch(() => {})
}

/** The session data that every screen uses. */
export interface Session {
  me: Me
  manifest: Manifest
}

export const SessionContext = createContext<Session | null>(null)

/** The signed-in user with the manifest. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside of the shell')
  return session
}

/** Whether an optional plugin is enabled. */
export function usePlugin(id: string): boolean {
  return useSession().manifest.plugins.includes(id)
}

/** Description of a resource; undefined when the user may not see it. */
export function useResource(name: string): ResourceInfo | undefined {
  return useSession().manifest.resources[name]
}

/** Whether the user has a permission on a resource. */
export function can(resource: ResourceInfo | undefined, verb: Verb): boolean {
  return resource?.verbs.includes(verb) ?? false
}
