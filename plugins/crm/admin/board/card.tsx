import { Tag } from '@blueprintjs/core'
import { BoardLine, Money, useT } from 'stoa/admin'
import type { Row } from 'stoa/api-types'
import { useState } from 'react'
import { inDays } from '../days.ts'
import { useBoardTexts } from '../messages.ts'

/** The fields of a lead that its card shows. */
export interface LeadCard extends Row {
  title: string
  number: string
  version: number
  contact_name: string | null
  phone: string | null
  amount: string | null
  owner_name: string | null
  source: string
  stage_id: number
  stage_since: string
  rots_at: string | null
  lost_reason: string | null
  lost_note: string
}

const DAY = 86_400_000

/** A lead on the board: name, amount, owner and time in the stage. */
export function LeadCardView({ lead, getSourceLabel }: { lead: LeadCard; getSourceLabel: (source: string) => string }) {
  const say = useBoardTexts()
  const { language } = useT()
  const [now] = useState(Date.now)
  const rotting = lead.rots_at !== null && Date.parse(lead.rots_at) <= now
  const days = Math.max(0, Math.floor((now - Date.parse(lead.stage_since)) / DAY))
  return (
    <>
      {(lead.contact_name || lead.phone) && (
        <BoardLine start={<span className="small">{lead.contact_name}</span>} end={<span className="quiet small num">{lead.phone}</span>} />
      )}
      <BoardLine
        start={lead.amount === null ? null : <Money value={lead.amount} />}
        end={<span className="small">{getSourceLabel(lead.source)}</span>}
      />
      <BoardLine
        start={<span className="quiet small">{lead.owner_name ?? say('nobody')}</span>}
        end={
          <Tag minimal intent={rotting ? 'warning' : 'none'}>
            {inDays(days, language)}
            {rotting && <span className="sr-only">, {say('rotting')}</span>}
          </Tag>
        }
      />
    </>
  )
}
