import { Button } from '@blueprintjs/core'
import { useT } from '../i18n/index.ts'

/** Save bar at the bottom, visible while there are unsaved changes. */
export function SaveBar({
  areas,
  busy,
  label,
  save,
  discard,
}: {
  areas: string
  busy: boolean
  label: string
  save: () => void
  discard?: () => void
}) {
  const { t } = useT()
  return (
    <div className="save-bar" role="region" aria-label={label}>
      <span className="save-areas">{areas && t('form.unsaved', { areas })}</span>
      {discard && (
        <Button onClick={discard} disabled={busy}>
          {t('form.discard')}
        </Button>
      )}
      <Button intent="primary" loading={busy} onClick={save}>
        {label}
      </Button>
    </div>
  )
}
