import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { go } from 'stoa/admin'

/** Leads from the address of a submission below its form to the submission. */
export default function History() {
  const { history_id: id = '' } = useParams({ strict: false }) as { history_id?: string }
  useEffect(() => go(`/admin/formbuilder/history/edit/${id}`), [id])
  return null
}
