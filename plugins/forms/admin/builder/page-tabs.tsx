import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import type { BuilderState } from './use-builder.ts'

/** Tabs of the pages, with a button to add one. */
export function PageTabs({ builder, disabled, children }: { builder: BuilderState; disabled: boolean; children: ReactNode }) {
  const say = useMessages()
  const { tabs, page, getTabTitle, countErrors, choosePage, addPage } = builder
  return (
    <div className="form-builder-tabs" role="group" aria-label={say('pages')}>
      {tabs.map((tab, i) => (
        <Button
          key={tab.id ?? `new-${i}`}
          active={i === page}
          aria-pressed={i === page}
          intent={countErrors(`${i}`) > 0 || tab.fields.length === 0 ? 'danger' : 'none'}
          onClick={() => choosePage(i)}
        >
          {getTabTitle(tab, i)}
          {tab.fields.length === 0 && <span className="sr-only"> {say('noField')}</span>}
        </Button>
      ))}
      {!disabled && (
        <Button variant="minimal" icon={<Add aria-hidden />} onClick={addPage}>
          {say('addPage')}
        </Button>
      )}
      {children}
    </div>
  )
}
