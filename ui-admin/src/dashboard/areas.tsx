import { Card } from '@blueprintjs/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { MenuSection, Page } from 'stoa/api-types'
import { listQuery } from '../api/resource.ts'
import { adminPath, Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { NamedIcon } from '../icons/registry.tsx'
import { useSession } from '../state/session.ts'

/** Cards of the menu areas with record counts. The counts are loaded when the section is opened. */
export function Areas({ sections }: { sections: MenuSection[] }) {
  const { t } = useT()
  const [open, setOpen] = useState(false)
  return (
    <details className="areas" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('dashboard.areas')}</summary>
      {open && <Counts sections={sections} />}
    </details>
  )
}

function Counts({ sections }: { sections: MenuSection[] }) {
  const totals = useTotals(sections)
  return (
    <div className="dashboard">
      {sections.map((section) => (
        <Card key={section.id} className="panel area">
          <h2>
            <NamedIcon name={section.icon} /> {section.label}
          </h2>
          <ul>
            {section.items.map((item) => (
              <li key={item.to}>
                <Link to={item.to}>
                  <span>{item.label}</span>
                  <b className="num">{totals.get(item.to) || ' '}</b>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

/** Number of rows of each list by path; empty while loading. */
function useTotals(sections: MenuSection[]): Map<string, string> {
  const { t, language } = useT()
  const resources = Object.values(useSession().manifest.resources)
  const listed = sections
    .flatMap((section) => section.items)
    .flatMap((item) => {
      const resource = resources.find((resource) => adminPath(resource.path) === item.to)
      return resource ? [{ to: item.to, name: resource.name }] : []
    })
  const answers = useQueries({
    queries: listed.map(({ name }) => listQuery(name, { language, page: 1, limit: 10 })),
  })
  const text = (page: Page | undefined, failed: boolean) => {
    if (failed) return t('dashboard.unknown')
    return page ? `${page.total}${page.more ? '+' : ''}` : ''
  }
  return new Map(listed.map(({ to }, i) => [to, text(answers[i]?.data, answers[i]?.isError ?? false)]))
}
