import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import type { Locale, Row } from 'stoa/api-types'
import { can, download, Link, ShopLink, useResource } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Beside a form: its submissions, their export as a workbook, and its page in the store. */
export default function OfForm({ row, language }: { row: Row; language: Locale }) {
  const say = useMessages()
  const sent = useResource('form_submission')
  return (
    <>
      <ShopLink to={`/${language}/form/${String(row['url'])}`} isVisible={row['enabled'] !== false} />
      {can(sent, 'get') && (
        <Link className="bp6-button bp6-minimal" to={`/admin/formbuilder/histories/${row.id}`}>
          {say('histories', { count: Number(row['submit_count'] ?? 0) })}
        </Link>
      )}
      {can(sent, 'export') && (
        <Button
          variant="minimal"
          icon={<Download aria-hidden />}
          onClick={() => void download(`form/${row.id}/export`, {}, `${String(row['url'])}.xlsx`)}
        >
          {say('export')}
        </Button>
      )}
    </>
  )
}
