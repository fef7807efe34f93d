import { Button, Callout } from '@blueprintjs/core'
import { ApiError } from '../api/client.ts'
import { Refused } from '../common/call-boundary.tsx'
import { NotLoaded } from '../common/load-chunk.ts'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'

/** Error page for a screen that failed to load or to render, with a reload button. A failed request is shown with its reason. */
export function BrokenScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useT()
  if (error instanceof ApiError) return <Refused error={error} reset={reset} />
  const away = error instanceof NotLoaded
  return (
    <>
      <PageHeader title={t(away ? 'page.notLoaded' : 'page.broken')} />
      <Callout intent="warning" icon={false} role="alert">
        {t(away ? 'page.notLoadedHint' : 'page.brokenHint')}{' '}
        <Button size="small" onClick={() => location.reload()}>
          {t('page.again')}
        </Button>
      </Callout>
    </>
  )
}
