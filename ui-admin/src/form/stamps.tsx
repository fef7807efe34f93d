import type { Row } from 'stoa/api-types'
import { Moment } from '../common/moment.tsx'
import { useT } from '../i18n/index.ts'

/** Times of creation and of the last change. */
export function Stamps({ row }: { row: Row }) {
  const { t } = useT()
  const { created_at: created, updated_at: updated } = row
  return (
    <dl className="stamps">
      <dt>{t('remove.id')}</dt>
      <dd className="mono">{row.id}</dd>
      {typeof created === 'string' && (
        <>
          <dt>{t('form.created')}</dt>
          <dd>
            <Moment value={created} />
          </dd>
        </>
      )}
      {typeof updated === 'string' && (
        <>
          <dt>{t('form.lastChange')}</dt>
          <dd>
            <Moment value={updated} />
          </dd>
        </>
      )}
    </dl>
  )
}
