import { Callout } from '@blueprintjs/core'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'

/** Shown for a screen of the manifest that this build does not contain. */
export function MissingScreen({ id }: { id: string }) {
  const { t } = useT()
  return (
    <>
      <PageHeader title={t('page.screenMissing')} />
      <Callout intent="warning">{t('page.screenMissingHint', { id })}</Callout>
    </>
  )
}
