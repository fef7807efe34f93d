import { NonIdealState } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { adminPath, can, inSentence, Link, PageHeader, useResource, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { Choose } from './choose.tsx'
import { Follow } from './follow.tsx'
import '../transfer.css'

/** `transfer/{resource}/import`, and `/{id}` from the dry run on. */
export default function ImportScreen() {
  const { t } = useT()
  const say = useMessages()
  const [, name = '', id] = /\/transfer\/([a-z_]+)\/import(?:\/(\d+))?$/.exec(location.pathname) ?? []
  const from = Number(new URLSearchParams(location.search).get('from')) || undefined
  const resource = useResource(name)
  if (!resource || !can(resource, 'import')) {
    return <NonIdealState icon={<Lock size={40} aria-hidden />} title={t('page.notFound')} />
  }
  return (
    <>
      <PageHeader
        title={say('title', { things: inSentence(resource.plural) })}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        actions={<Link to={adminPath('transfer')}>{say('earlier')}</Link>}
      />
      <div className="transfer">{id ? <Follow resource={resource} id={Number(id)} /> : <Choose resource={resource} from={from} />}</div>
    </>
  )
}
