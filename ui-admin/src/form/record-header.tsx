import { Tag } from '@blueprintjs/core'
import type { ResourceInfo } from 'stoa/api-types'
import { adminPath } from '../common/link.tsx'
import { PageHeader, type Crumb } from '../common/page.tsx'
import { rowTitle } from '../common/paths.ts'
import { Slot } from '../common/slot.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { crumbsTo } from '../shell/menu.ts'
import { useSession } from '../state/session.ts'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import { FormActions } from './form-actions.tsx'
import { valueIn } from './localized.ts'
import type { RecordFormState } from './use-record-form.ts'

/** Heading of a record: title, status and actions. */
export function RecordHeader({ state, dirty }: { state: RecordFormState; dirty: boolean }) {
  const { resource, mode, language, row, record, save } = state
  const { t } = useT()
  const { manifest } = useSession()
  const title = mode === 'create' ? t('form.create', { thing: inSentence(resource.label) }) : getTitle(state, manifest.site.time_zone)
  const status = resource.status && row ? row[resource.status] : undefined
  return (
    <PageHeader
      title={title}
      crumbs={getCrumbs(crumbsTo(manifest, resource.path), resource)}
      failed={Object.keys(save.errors).length > 0}
      mark={
        <>
          {typeof status === 'string' && <StatusTag word={status} />}
          {mode === 'view' && <Tag minimal>{t('form.viewOnly')}</Tag>}
        </>
      }
      actions={
        row && (
          <>
            <Slot at="record.head" resource={resource.name} id={row.id} />
            <Slot at={`${resource.name}.form.head`} resource={resource.name} row={row} language={language} dirty={dirty} />
            <FormActions
              resource={resource}
              row={row}
              title={title}
              dirty={dirty}
              refused={(error, action) => save.tell(error, action, record.getValues())}
            />
          </>
        )
      }
    />
  )
}

function getTitle({ resource, fields, row, language }: RecordFormState, zone: string): string {
  if (!row) return resource.label
  const field = fields.find(({ name }) => name === resource.title)
  if (!field?.localized) return rowTitle(resource, row, zone)
  const texts = row[resource.title]
  const any = typeof texts === 'object' && texts ? Object.values(texts).find(Boolean) : texts
  return String(valueIn(field, row, language) || any || `#${row.id}`)
}

function getCrumbs(before: readonly Crumb[], resource: ResourceInfo): Crumb[] {
  return [...before.filter(({ label }) => label !== resource.plural), { label: resource.plural, to: adminPath(resource.path) }]
}
