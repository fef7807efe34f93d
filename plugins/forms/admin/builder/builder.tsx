import { Button, Menu, MenuItem, Popover } from '@blueprintjs/core'
import { Add, ArrowLeft, ArrowRight, Trash } from '@blueprintjs/icons'
import { use, useEffect, useRef, useState } from 'react'
import {
  api,
  ErrorsContext,
  type InputProps,
  useContentLanguage,
  useFormField,
  useFormMode,
  useT,
  withText,
} from '../../../../ui-admin/src/kit/index.ts'
import { fieldTypes, type FieldType } from '../../domain/shape.ts'
import { useTexts, useTypeTexts } from '../texts.ts'
import './builder.css'
import { FieldPanel } from './field-panel.tsx'
import { type BuiltField, type BuiltTab, freeKey, newField, tabsOf, wordIn } from './model.ts'
import { Preview } from './preview.tsx'
import { SortedFields } from './sorted-fields.tsx'

/** The questions of a form: pages, what stands on them in which order, and what each asks for. */
export default function Builder({ id, field, value, onChange, path, disabled = false, Field }: InputProps) {
  const say = useTexts()
  const typeName = useTypeTexts()
  const { language, main } = useContentLanguage()
  const { language: spoken } = useT()
  const mode = useFormMode()
  const self = useFormField<BuiltTab[]>(field.name)
  const errors = use(ErrorsContext)
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [shown, setShown] = useState(false)
  const tabs = tabsOf(value)
  const tab = tabs[Math.min(at, tabs.length - 1)]
  const place = tab ? tabs.indexOf(tab) : 0
  const picked = tab?.fields[Math.min(chosen, tab.fields.length - 1)]
  const pickedAt = picked && tab ? tab.fields.indexOf(picked) : 0
  const tabInfo = field.rows ?? []
  const titleInfo = tabInfo.find((one) => one.name === 'title')
  const infos = tabInfo.find((one) => one.name === 'fields')?.rows ?? []

  // A new form begins with who somebody is, which is no change anybody made.
  const begin = useRef(self.setStart)
  const asked = useRef(false)
  useEffect(() => {
    begin.current = self.setStart
  })
  useEffect(() => {
    if (mode !== 'create' || tabs.length > 0 || asked.current) return
    asked.current = true
    void api<BuiltTab>('form/first').then((first) => begin.current([first]))
  }, [mode, tabs.length])

  const setTab = (next: BuiltTab) => onChange(tabs.map((one) => (one === tab ? next : one)))
  const setFields = (fields: BuiltField[]) => tab && setTab({ ...tab, fields })
  const change = (next: BuiltField) => setFields((tab?.fields ?? []).map((one) => (one === picked ? next : one)))
  // What staff call it stands in the shop only where the shop speaks their language; else they are asked for its name.
  const called = (words: string) => withText({}, language, language === spoken ? words : '')
  const add = (type: FieldType) => {
    if (!tab) return
    const key = freeKey(type, tabs)
    setFields([...tab.fields, newField(type, key, called(typeName(type)))])
    setChosen(tab.fields.length)
  }
  const swap = (a: number, b: number) => {
    onChange(tabs.map((one, i) => (i === a ? tabs[b] : i === b ? tabs[a] : one)))
    setAt(b)
  }
  const faults = (prefix: string) => Object.keys(errors).filter((one) => one.startsWith(prefix)).length

  return (
    <div id={id} className="form-builder" tabIndex={-1}>
      <div className="form-builder-tabs" role="group" aria-label={say('pages')}>
        {tabs.map((one, i) => (
          <Button
            key={one.id ?? `new-${i}`}
            active={one === tab}
            aria-pressed={one === tab}
            intent={faults(`${path}.${i}.`) > 0 || one.fields.length === 0 ? 'danger' : 'none'}
            onClick={() => {
              setAt(i)
              setChosen(0)
            }}
          >
            {wordIn(one.title, language, main) || say('page', { number: i + 1 })}
            {one.fields.length === 0 && <span className="sr-only"> {say('noField')}</span>}
          </Button>
        ))}
        {!disabled && (
          <Button
            variant="minimal"
            icon={<Add aria-hidden />}
            onClick={() => {
              onChange([...tabs, { title: called(say('page', { number: tabs.length + 1 })), fields: [] }])
              setAt(tabs.length)
              setChosen(0)
            }}
          >
            {say('addPage')}
          </Button>
        )}
        <Button variant="minimal" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {say(shown ? 'hidePreview' : 'showPreview')}
        </Button>
      </div>
      {tab && titleInfo && (
        <div className="form-builder-page">
          <Field
            field={titleInfo}
            value={wordIn(tab.title, language, language)}
            onChange={(next) => setTab({ ...tab, title: withText(tab.title, language, next) })}
            path={`${path}.${place}.title`}
            placeholder={language === main ? undefined : wordIn(tab.title, main, main)}
            disabled={disabled}
          />
          {!disabled && tabs.length > 1 && (
            <div className="form-builder-buttons">
              <Button
                variant="minimal"
                icon={<ArrowLeft aria-hidden />}
                aria-label={say('pageBefore')}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              />
              <Button
                variant="minimal"
                icon={<ArrowRight aria-hidden />}
                aria-label={say('pageAfter')}
                disabled={place === tabs.length - 1}
                onClick={() => swap(place, place + 1)}
              />
              <Button
                variant="minimal"
                icon={<Trash aria-hidden />}
                aria-label={say('removePage')}
                onClick={() => {
                  onChange(tabs.filter((one) => one !== tab))
                  setAt(Math.max(0, place - 1))
                }}
              />
            </div>
          )}
        </div>
      )}
      {tab && (
        <div className="form-builder-panes">
          <div>
            {tab.fields.length === 0 && <p className="quiet">{say('noField')}</p>}
            <SortedFields
              fields={tab.fields}
              chosen={pickedAt}
              choose={setChosen}
              arrange={(fields, to) => {
                setFields(fields)
                setChosen(to)
              }}
              wrong={(i) => faults(`${path}.${place}.fields.${i}.`) > 0}
              disabled={disabled}
            />
            {!disabled && (
              <Popover
                placement="bottom-start"
                content={
                  <Menu aria-label={say('addField')}>
                    {fieldTypes.map((type) => (
                      <MenuItem key={type} text={typeName(type)} onClick={() => add(type)} />
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
              key={picked.id ?? `${place}-${pickedAt}`}
              built={picked}
              infos={infos}
              path={`${path}.${place}.fields.${pickedAt}`}
              disabled={disabled}
              change={change}
              pages={tabs.map((one, i) => ({ value: i, label: wordIn(one.title, language, main) || say('page', { number: i + 1 }) }))}
              page={place}
              moveTo={(to) => {
                onChange(
                  tabs.map((one, i) =>
                    i === place
                      ? { ...one, fields: one.fields.filter((each) => each !== picked) }
                      : i === to
                        ? { ...one, fields: [...one.fields, { ...picked, id: undefined }] }
                        : one,
                  ),
                )
                setAt(to)
                setChosen(tabs[to]?.fields.length ?? 0)
              }}
              remove={() => {
                setFields(tab.fields.filter((one) => one !== picked))
                setChosen(Math.max(0, pickedAt - 1))
              }}
              Field={Field}
            />
          )}
        </div>
      )}
      {shown && <Preview tabs={tabs} />}
    </div>
  )
}
