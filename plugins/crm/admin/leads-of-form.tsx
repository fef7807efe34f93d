import { Card } from '@blueprintjs/core'
import { adminPath, can, Link, RelationPicker, useFormField, useResource } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Beside a form: the funnel that its submissions create leads in. It is chosen here as well. */
export default function LeadsOfForm() {
  const say = useMessages()
  const funnels = useResource('funnel')
  const leads = useResource('lead')
  const { value: funnel, set } = useFormField<number | null>('target_funnel_id')
  if (!funnels || !can(leads, 'create')) return null
  return (
    <Card compact>
      <h2>{say('leads')}</h2>
      <p className="quiet">{say(funnel ? 'formGivesLeads' : 'formGivesNone')}</p>
      <RelationPicker
        resource="funnel"
        label={say('leadsFunnel')}
        ids={funnel ? [funnel] : []}
        onChange={(ids) => set(ids.at(-1) ?? null)}
      />
      {funnel && <Link to={adminPath(`funnel/management/${funnel}`)}>{say('openBoard')}</Link>}
    </Card>
  )
}
