import type { Locale, Row } from 'stoa/api-types'
import { adminPath, Link, ShopLink, useResource } from 'stoa/admin'
import { useBoardTexts } from '../messages.ts'

/** Links in the form of a funnel: to its board and to its page in the store. */
export default function ToBoard({ row, language }: { row: Row; language: Locale }) {
  const say = useBoardTexts()
  const leads = useResource('lead')
  return (
    <>
      <ShopLink to={`/${language}/funnel/${String(row['url'])}`} isVisible={row['status'] === 'published'} />
      {leads && (
        <Link className="bp6-button" to={adminPath(`funnel/management/${row.id}`)}>
          {say('open')}
        </Link>
      )}
    </>
  )
}
