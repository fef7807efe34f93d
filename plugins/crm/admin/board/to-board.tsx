import type { Row } from '#core/wire'
import { adminPath, Link, useResource } from '#admin'
import { useBoardTexts } from '../texts.ts'

/** Beside the buttons of a funnel: the way to its board. */
export default function ToBoard({ row }: { row: Row }) {
  const say = useBoardTexts()
  return useResource('lead') ? (
    <Link className="bp6-button" to={adminPath(`funnel/management/${row.id}`)}>
      {say('open')}
    </Link>
  ) : null
}
