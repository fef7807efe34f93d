import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CardChoice, CardSize, CardView, DashboardView } from 'stoa/plugins/desk'
import { api, ApiError } from '../api/client.ts'
import { notify, notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { type DashboardRequest, readCard } from './queries.ts'

/** The cards while they are being arranged, and what people can do with them. Nothing is stored before `save`. */
export interface Arrangement {
  cards: readonly CardView[]
  available: readonly CardChoice[]
  isSaving: boolean
  arrange: (cards: CardView[]) => void
  add: (choice: CardChoice) => Promise<void>
  remove: (name: string) => void
  resize: (name: string, size: CardSize) => void
  save: () => Promise<void>
  reset: () => Promise<void>
  cancel: () => void
}

/** Arranging a dashboard; `arrangement` is undefined while nobody does. */
export function useArrangement(request: DashboardRequest, view: DashboardView | undefined) {
  const { t } = useT()
  const client = useQueryClient()
  const [draft, setDraft] = useState<CardView[]>()
  const [isSaving, setSaving] = useState(false)
  const choices: CardChoice[] = view ? [...view.data, ...view.available] : []

  /** Stores a layout, or the default layout. One that was changed elsewhere is loaded again instead. */
  const store = async (cards: readonly CardView[] | null) => {
    setSaving(true)
    try {
      const layout = cards?.map(({ name, size }) => ({ name, size })) ?? null
      await api('cards', { method: 'PUT', body: { dashboard: request.dashboard, version: view?.version ?? 0, cards: layout } })
      notifySuccess(t(cards ? 'dashboard.saved' : 'dashboard.resetDone'))
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'STALE')) {
        notifyFailure(t('dashboard.notSaved'), error)
        return
      }
      notify({ intent: 'warning', title: t('dashboard.notSaved'), lines: [t('dashboard.stale')] })
    } finally {
      setSaving(false)
    }
    await client.invalidateQueries({ queryKey: ['desk', 'cards', request.dashboard] })
    setDraft(undefined)
  }

  const add = async (choice: CardChoice) => {
    try {
      const card = view?.data.find(({ name }) => name === choice.name) ?? (await readCard(request, choice.name))
      if (card) setDraft((cards) => cards && [...cards.filter(({ name }) => name !== card.name), card])
    } catch (error) {
      notifyFailure(t('dashboard.failed'), error)
    }
  }

  const arrangement: Arrangement | undefined = draft && {
    cards: draft,
    available: choices.filter(({ name }) => !draft.some((card) => card.name === name)),
    isSaving,
    arrange: setDraft,
    add,
    remove: (removed) => setDraft(draft.filter(({ name }) => name !== removed)),
    resize: (resized, size) => setDraft(draft.map((card) => (card.name === resized ? { ...card, size } : card))),
    save: () => store(draft),
    reset: () => store(null),
    cancel: () => setDraft(undefined),
  }
  return { arrangement, begin: () => view && setDraft([...view.data]) }
}
