import { Drawer } from '@blueprintjs/core'
import type { ResourceInfo } from 'stoa/api-types'
import { Link, RecordPanel, rowPath, useSession } from 'stoa/admin'
import { AboutLead } from '../lead-sections.tsx'
import { useBoardTexts } from '../messages.ts'

interface Props {
  resource: ResourceInfo
  funnel: { id: number; title: string }
  /** Id of the lead, or `new`. */
  lead: string
  close: () => void
}

const FIRST = ['title', 'contact_id', 'stage_id', 'amount', 'expected_close', 'source', 'source_detail', 'owner_id', 'tags']

/** The form of a lead in a panel beside the board. */
export function LeadPanel({ resource, funnel, lead, close }: Props) {
  const say = useBoardTexts()
  const { manifest } = useSession()
  const isNew = lead === 'new'
  const id = Number(lead)
  const title = isNew ? say('newTitle', { funnel: funnel.title }) : say('lead')
  return (
    <Drawer isOpen onClose={close} size="min(640px, 100vw)" title={title}>
      <div className="crm-panel" role="dialog" aria-modal="true" aria-label={title}>
        {isNew ? (
          <RecordPanel resource={resource} preset={{ funnel_id: funnel.id }} only={FIRST} onSaved={close} onCancel={close} />
        ) : (
          <>
            <p>
              <Link to={rowPath(manifest, resource, id)}>{say('whole')}</Link>
            </p>
            <RecordPanel key={id} resource={resource} id={id} onSaved={() => undefined} />
            <AboutLead id={id} />
          </>
        )}
      </div>
    </Drawer>
  )
}
