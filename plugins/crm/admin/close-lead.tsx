import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, BlockableButton, can, Link, notifyFailure, notifySuccess, rowQuery, t, updateRow, useResource } from 'stoa/admin'
import { isWorkedOn } from '../domain/sources.ts'
import { type Lost, LostDialog } from './board/lost-dialog.tsx'
import { useBoardTexts } from './messages.ts'
import { useStages } from './use-stages.ts'

/** Actions in the heading of a lead: mark as won or lost, and open its board. */
export default function CloseLead({ row, dirty }: { row: Row; dirty: boolean }) {
  const say = useBoardTexts()
  const client = useQueryClient()
  const resource = useResource('lead')
  const funnels = useResource('funnel')
  const funnel = Number(row['funnel_id'])
  const stages = useStages(funnels ? funnel : null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  if (!resource || !funnels) return null
  const findStage = (kind: 'won' | 'lost') => stages.find((stage) => stage.kind === kind)
  const [won, lost] = [findStage('won'), findStage('lost')]
  const open = isWorkedOn.includes(String(row['status'])) && can(resource, 'update')
  const move = async (stage: { id: number; title: string }, lostReason?: Lost) => {
    setBusy(true)
    try {
      await updateRow('lead', row.id, { stage_id: stage.id, version: row['version'], ...lostReason })
      notifySuccess(say('moved', { name: String(row['title']), stage: stage.title }))
    } catch (error) {
      notifyFailure(say('notMoved'), error)
    }
    void client.invalidateQueries({ queryKey: rowQuery('lead', String(row.id)).queryKey })
    setBusy(false)
  }
  return (
    <>
      {open && won && (
        <BlockableButton
          intent="primary"
          blockedBy={dirty ? t('blocked.unsaved') : undefined}
          loading={busy}
          onClick={() => void move(won)}
        >
          {say('won')}
        </BlockableButton>
      )}
      {open && lost && (
        <BlockableButton disabled={busy} blockedBy={dirty ? t('blocked.unsaved') : undefined} onClick={() => setAsking(true)}>
          {say('lost')}
        </BlockableButton>
      )}
      <Link className="bp6-button" to={adminPath(`funnel/management/${funnel}`)}>
        {say('open')}
      </Link>
      {asking && lost && (
        <LostDialog
          name={String(row['title'])}
          reasons={resource.filters.find(({ name }) => name === 'lost_reason')?.options ?? []}
          done={(lostReason) => {
            setAsking(false)
            if (lostReason) void move(lost, lostReason)
          }}
        />
      )}
    </>
  )
}
