import type { FieldInfo, Row } from 'stoa/api-types'
import { Link } from '../../common/link.tsx'
import { rowPath } from '../../common/paths.ts'
import { useSession } from '../../state/session.ts'
import { relationLabel } from '../../common/relations.ts'

/** Name of the related record, as a link where the user may see it. */
export function RelationView({ field, value, row }: { field: FieldInfo; value: number; row: Row }) {
  const { manifest } = useSession()
  const to = manifest.resources[field.to ?? '']
  const label = String(relationLabel(row, field.name) ?? `#${value}`)
  return to ? <Link to={rowPath(manifest, to, value)}>{label}</Link> : label
}
