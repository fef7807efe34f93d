import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useMessages } from '../texts.ts'
import type { BuilderState } from './use-builder.ts'

/** Tabs of the pages, with a button to add one. */
export function PageTabs({ builder, disabled, children }: { builder: BuilderState; disabled: boolean; children: ReactNode }) {
  const say = useMessages()
  const { tabs, page, titleOf, countErrors, choosePage, addPage } = builder
  return (
    <div className="form-builder-tabs" role="group" aria-label={say('pages')}>
      {tabs.map((one, i) => (
        <Button
          key={one.id ?? `new-${i}`}
          active={i === page}
          aria-pressed={i === page}
          intent={countErrors(`${i}`) > 0 || one.fields.length === 0 ? 'danger' : 'none'}
          onClick={() => choosePage(i)}
        >
          {titleOf(one, i)}
          {one.fields.length === 0 && <span className="sr-only"> {say('noField')}</span>}
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
