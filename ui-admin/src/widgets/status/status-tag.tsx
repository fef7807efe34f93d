import type { StatusGroup } from 'stoa/api-types'
import { useT } from '../../i18n/index.ts'

/** The 22 statuses with their appearance. */
export const statusGroups = {
  completed: 'success',
  received: 'success',
  sent: 'success',
  approved: 'success',
  present: 'success',
  published: 'success',
  shipped: 'progress',
  payment_review: 'progress',
  processing: 'progress',
  process: 'progress',
  pending: 'warning',
  partial_received: 'warning',
  abnormal: 'danger',
  refunded: 'danger',
  canceled: 'danger',
  payment_reject: 'danger',
  rejected: 'danger',
  absent: 'danger',
  disabled: 'danger',
  paid: 'other',
  draft: 'other',
  to_do: 'other',
} as const satisfies Record<string, StatusGroup>

type Word = keyof typeof statusGroups

/** A status tag; the shape of its dot conveys the same as its colour. */
export function StatusTag({ word, label }: { word: string; label?: string | undefined }) {
  const { t } = useT()
  const statusWord = word in statusGroups ? (word as Word) : undefined
  return (
    <span className={`status is-${statusWord ? statusGroups[statusWord] : 'other'}`}>
      {label ?? (statusWord ? t(`status.${statusWord}`) : word)}
    </span>
  )
}
