import { Button, Callout } from '@blueprintjs/core'
import { NotLoaded } from '../common/in-time.ts'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'

/** Stands for a page that did not come, or that broke, and offers to try again: what is asked for anew is the page of this moment. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useT()
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
