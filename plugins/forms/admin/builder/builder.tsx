import { Button, Menu, MenuItem, Popover } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useState } from 'react'
import type { InputProps } from 'stoa/admin'
import { fieldTypes } from '../../domain/shape.ts'
import { useMessages, useTypeTexts } from '../messages.ts'
import './builder.css'
import { FieldPanel } from './field-panel.tsx'
import { PageHead } from './page-head.tsx'
import { PageTabs } from './page-tabs.tsx'
import { Preview } from './preview.tsx'
import { SortedFields } from './sorted-fields.tsx'
import { useBuilder } from './use-builder.ts'

/** Form builder: pages, their fields in order, and the settings of each field. */
export default function Builder({ id, field, value, onChange, path, disabled = false, Field }: InputProps) {
  const say = useMessages()
  const typeName = useTypeTexts()
  const builder = useBuilder({ field, value, onChange, path })
  const { tabs, tab, page, picked, fieldAt } = builder
  const [isShown, setIsShown] = useState(false)
  return (
    <div id={id} className="form-builder" tabIndex={-1}>
      <PageTabs builder={builder} disabled={disabled}>
        <Button variant="minimal" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          {say(isShown ? 'hidePreview' : 'showPreview')}
        </Button>
      </PageTabs>
      {tab && (
        <>
          <PageHead {...{ builder, tab, field, path, disabled, Field }} />
          <div className="form-builder-panes">
            <div>
              {tab.fields.length === 0 && <p className="quiet">{say('noField')}</p>}
              <SortedFields
                fields={tab.fields}
                chosen={fieldAt}
                choose={builder.chooseField}
                arrange={(fields, to) => {
                  builder.setFields(fields)
                  builder.chooseField(to)
                }}
                wrong={(i) => builder.countErrors(`${page}.fields.${i}`) > 0}
                disabled={disabled}
              />
              {!disabled && (
                <Popover
                  placement="bottom-start"
                  content={
                    <Menu aria-label={say('addField')}>
                      {fieldTypes.map((type) => (
                        <MenuItem key={type} text={typeName(type)} onClick={() => builder.addField(type)} />
                      ))}
                    </Menu>
                  }
                >
                  <Button icon={<Add aria-hidden />}>{say('addField')}</Button>
                </Popover>
              )}
            </div>
            {picked && (
              <FieldPanel
                key={picked.id ?? `${page}-${fieldAt}`}
                built={picked}
                infos={field.rows?.find(({ name }) => name === 'fields')?.rows ?? []}
                path={`${path}.${page}.fields.${fieldAt}`}
                disabled={disabled}
                change={builder.changeField}
                pages={tabs.map((tab, i) => ({ value: i, label: builder.getTabTitle(tab, i) }))}
                page={page}
                moveTo={builder.moveField}
                remove={builder.removeField}
                Field={Field}
              />
            )}
          </div>
        </>
      )}
      {isShown && <Preview tabs={tabs} />}
    </div>
  )
}
