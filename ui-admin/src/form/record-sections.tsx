import type { ResourceForm } from 'stoa/api-types'
import { Slot } from '../common/slot.tsx'
import { useSession } from '../state/session.ts'
import { Sections } from './sections.tsx'
import { Stamps } from './stamps.tsx'
import type { RecordFormState } from './use-record-form.ts'

interface RecordSectionsProps {
  state: RecordFormState
  groups: ResourceForm['groups']
  /** Whether the contributions of plugins are shown with these groups. */
  first: boolean
}

/** Groups of a record's form. The first tab also contains the contributions of plugins. */
export function RecordSections({ state: { resource, row, language, mode }, groups, first }: RecordSectionsProps) {
  const { slots } = useSession().manifest
  if (!first) return <Sections form={{ groups }} />
  const sideSlot = `${resource.name}.form.side`
  return (
    <Sections
      form={{ groups }}
      mainExtra={
        <>
          <Slot at={`${resource.name}.form.main`} resource={resource} row={row} language={language} mode={mode} />
          {row && <Slot at="record.panel" resource={resource.name} id={row.id} />}
          <Slot at="form.main" resource={resource} row={row} />
        </>
      }
      sideExtra={
        row &&
        slots.some(({ at }) => at === sideSlot) && <Slot at={sideSlot} resource={resource} row={row} language={language} mode={mode} />
      }
      foot={row && <Stamps row={row} />}
    />
  )
}
