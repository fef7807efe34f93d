import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListScreen, useResource } from 'stoa/admin'

/** Submissions of one form. */
export default function Histories() {
  const { id = '' } = useParams({ strict: false })
  const resource = useResource('form_submission')
  const { path = '', label = '', plural = '' } = resource ?? {}
  const subset = useMemo(() => ({ path, label, plural, only: { form_id: id } }), [path, label, plural, id])
  return <ListScreen name="form_submission" subset={subset} />
}
