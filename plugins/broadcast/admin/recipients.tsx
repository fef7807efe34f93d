import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListScreen, useResource } from 'stoa/admin'

/** All recipients of a broadcast, with the status of each. */
export default function Recipients() {
  const { id = '' } = useParams({ strict: false })
  const resource = useResource('broadcast_recipient')
  const { label = '', plural = '' } = resource ?? {}
  const subset = useMemo(() => ({ path: `broadcast/recipients/${id}`, label, plural, only: { broadcast_id: id } }), [label, plural, id])
  return <ListScreen name="broadcast_recipient" subset={subset} />
}
