import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { go } from 'stoa/admin'

/** Redirects the nested URL of a submission to its own page. */
export default function History() {
  const { history_id: id = '' } = useParams({ strict: false }) as { history_id?: string }
  useEffect(() => go(`/admin/formbuilder/history/edit/${id}`), [id])
  return null
}
