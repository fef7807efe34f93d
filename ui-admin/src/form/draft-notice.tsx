import { Button, Callout } from '@blueprintjs/core'
import { useT } from '../i18n/index.ts'
import { useDraft } from './draft.ts'
import type { RecordFormState } from './use-record-form.ts'

/** Offers to restore the input from before the session expired. */
export function DraftNotice({ resource, row, language, record, changed }: RecordFormState) {
  const { t } = useT()
  const { draft, drop } = useDraft(`${resource.name}/${row?.id ?? 'new'}/${language}`, () => (changed().length ? record.getValues() : null))
  if (!draft) return null
  const restore = () => {
    for (const [name, value] of Object.entries(draft.values)) record.setValue(name, value, { shouldDirty: true })
    drop()
  }
  return (
    <Callout intent="primary" icon={false} className="gap-below">
      {t('form.restore', { time: draft.at })}{' '}
      <Button size="small" intent="primary" onClick={restore}>
        {t('form.restoreButton')}
      </Button>{' '}
      <Button size="small" variant="minimal" onClick={drop}>
        {t('form.discard')}
      </Button>
    </Callout>
  )
}
