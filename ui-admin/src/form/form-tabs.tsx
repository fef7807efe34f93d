import { Tab, Tabs } from '@blueprintjs/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { ResourceForm } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { history } from '../state/session.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import type { Errors } from '../widgets/values.ts'

type FormTab = NonNullable<ResourceForm['tabs']>[number]

const KEY = 'tab'

/** Number of fields with errors on a form tab. */
function errorsOn(tab: FormTab, form: ResourceForm, errors: Errors): number {
  const names = new Set(
    form.groups.filter((group) => tab.groups.includes(group.name)).flatMap((group) => group.fields.map(({ name }) => name)),
  )
  return Object.keys(errors).filter((path) => names.has(path.split('.')[0]?.split(':')[0] ?? '')).length
}

/** Switches to a form tab without the unsaved-changes prompt, since it is the same record. */
export function showTab(name: string): void {
  const search = new URLSearchParams(history.location.search)
  search.set(KEY, name)
  history.replace(`${history.location.pathname}?${search}`, history.location.state)
}

/** The tab that contains a field; undefined without tabs. */
export function getTab(form: ResourceForm, path: string): string | undefined {
  const field = path.split('.')[0]?.split(':')[0] ?? ''
  const group = form.groups.find((group) => group.fields.some(({ name }) => name === field))
  return form.tabs?.find((tab) => group && tab.groups.includes(group.name))?.name
}

/** Tabs of a long form. A hidden tab keeps its state. */
export function FormTabs({
  form,
  errors,
  panel,
}: {
  form: ResourceForm
  errors: Errors
  /** Renders a tab with these groups; the first one also contains fields without a group. */
  panel: (groups: ResourceForm['groups'], first: boolean) => ReactNode
}) {
  const { t } = useT()
  const tabs = form.tabs ?? []
  const requestedTab = new URLSearchParams(useSearchText()).get(KEY)
  const current = tabs.find((tab) => tab.name === requestedTab)?.name ?? tabs[0]?.name ?? ''
  const [visited, setVisited] = useState<string[]>([current])
  if (!visited.includes(current)) setVisited([...visited, current])

  // The first error after saving may be on a hidden tab.
  const faulty = tabs.filter((tab) => errorsOn(tab, form, errors) > 0).map((tab) => tab.name)
  const first = faulty[0]
  const reveal = first !== undefined && !faulty.includes(current) ? first : undefined
  useEffect(() => {
    if (reveal) showTab(reveal)
    // Only when errors arrive; later the user chooses the tab.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [errors])

  return (
    <Tabs id="form" className="tabs" selectedTabId={current} onChange={(next) => showTab(String(next))} animate={false}>
      {tabs.map((tab, i) => {
        const count = errorsOn(tab, form, errors)
        return (
          <Tab
            key={tab.name}
            id={tab.name}
            title={tab.label}
            tagContent={
              count > 0 ? (
                <>
                  {count}
                  <span className="sr-only"> {t('form.tabErrors', { count })}</span>
                </>
              ) : undefined
            }
            tagProps={{ intent: 'danger', round: true }}
            panel={
              <>
                {visited.includes(tab.name) &&
                  panel(
                    form.groups.filter((group) => tab.groups.includes(group.name)),
                    i === 0,
                  )}
              </>
            }
          />
        )
      })}
    </Tabs>
  )
}
