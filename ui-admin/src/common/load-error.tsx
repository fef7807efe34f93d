import { Button, Callout } from '@blueprintjs/core'
import { failureLines } from '../api/failure.ts'
import { useT } from '../i18n/index.ts'

/** Error state of a screen with a retry button. */
export function LoadError({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { t } = useT()
  return (
    <Callout intent="danger" className="list-state" role="alert" icon={false}>
      <strong>{t('failure.getData')}</strong>
      {failureLines(error).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Button onClick={() => void retry()}>{t('common.retry')}</Button>
    </Callout>
  )
}
