import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { Me } from 'stoa/api-types'
import { failureLines } from './api/failure.ts'
import { Empty } from './common/empty.tsx'
import { ForcedPassword } from './entry/forced-password.tsx'
import { PasswordAgain } from './entry/password-again.tsx'
import { chooseLanguage, useT } from './i18n/index.ts'
import { entryRouter } from './routes/entry.tsx'
import { buildShellRouter, routesKey } from './routes/shell.tsx'
import { ShellSkeleton } from './shell/skeleton.tsx'
import { cookieLanguage } from './state/language.ts'
import { manifestQuery, meQuery, SessionContext } from './state/session.ts'
import { applyTheme } from './state/theme.ts'

/** Shows the sign-in, the forced password change, or the admin. */
export function App() {
  const me = useQuery(meQuery)
  if (me.isError) return <Unreachable error={me.error} retry={() => void me.refetch()} />
  if (me.data === undefined) return <ShellSkeleton />
  if (!me.data) return <RouterProvider router={entryRouter} />
  if (me.data.must_change_password) return <ForcedPassword me={me.data} />
  return <SignedIn me={me.data} />
}

function SignedIn({ me }: { me: Me }) {
  const { language } = useT()
  const manifest = useQuery(manifestQuery(language, me.id))
  const key = manifest.data && routesKey(manifest.data)
  // Labels depend on the language, routes do not, so the router is rebuilt only when its paths change.
  // oxlint-disable-next-line react/exhaustive-deps
  const router = useMemo(() => manifest.data && buildShellRouter(manifest.data), [key])
  const session = useMemo(() => (manifest.data ? { me, manifest: manifest.data } : null), [me, manifest.data])

  useEffect(() => applyTheme(me.theme), [me.theme])
  useEffect(() => {
    if (!cookieLanguage()) void chooseLanguage(me.language)
  }, [me.language])

  if (!router || !session) {
    if (manifest.isError) return <Unreachable error={manifest.error} retry={() => void manifest.refetch()} />
    return <ShellSkeleton />
  }
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
      <PasswordAgain />
    </SessionContext>
  )
}

function Unreachable({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useT()
  return (
    <main className="unreachable">
      <Empty
        title={t('failure.getData')}
        action={
          <Button intent="primary" onClick={retry}>
            {t('common.retry')}
          </Button>
        }
      >
        {failureLines(error).join(' ')}
      </Empty>
    </main>
  )
}
